import type { ProtocolFacts } from './protocol-facts.ts';

/** What is known when nobody looked: nothing holds that would have to be verified. */
export const UNKNOWN_FACTS: ProtocolFacts = {
  other_tasks: [],
  open_dependencies: [],
  tree: null,
  content: null,
  coverage: {},
  missing_artifacts: [],
  main_lock: null,
  main: null,
};
