export {
  createKnowledgeBank,
  type KnowledgeBankError,
  type KnowledgeBankFile,
  type KnowledgeOutcome,
  type KnowledgeWrite,
} from './create-knowledge-bank.ts';
export {
  type EntryField,
  formatKnowledgeBank,
  type KnowledgeBank,
  type KnowledgeEntry,
  type LastObserved,
  parseKnowledgeBank,
} from './knowledge-bank.ts';
export {
  addKnowledge,
  applyValidation,
  backfillKnowledge,
  findStale,
  type KnowledgeUpdate,
  type NewKnowledge,
  resolveStale,
  type StaleResolution,
  type ValidationAction,
} from './update-knowledge.ts';
