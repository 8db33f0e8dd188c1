import { findViolations } from './compliance-checks.ts';
import { findUnless, type Guard } from './guard.ts';
import { LEGITIMATE_REASONS } from './legitimate-reasons.ts';
import type { TransitionKind } from './transitions.ts';

const auditPassed: Guard = {
  id: 'audit-passed',
  sentence: 'The compliance check of this stay in the state PASSED.',
  action: 'compliance',
  find: ({ protocol: { audit, state, counts } }) => {
    const isCurrent = audit !== null && audit.entry === counts.transitions;
    if (!isCurrent)
      return [{ detail: `${state} is not checked for compliance yet. Check it before you leave it.`, subject: state }];
    return findUnless(
      audit.verdict === 'PASSED',
      `The compliance check of ${state} FAILED (${audit.violations.map(({ check }) => check).join(', ')}). Mend that, then check again.`,
      state,
    );
  },
};

const compliant: Guard = {
  id: 'compliant',
  sentence: 'Nothing that the compliance check looks for is wrong now.',
  action: 'return',
  find: (view) =>
    findViolations(view).map(({ check, detail, way_back }) => ({
      detail: `${check}: ${detail} The way back leads to ${way_back}.`,
      subject: way_back,
    })),
};

const onPath: Guard = {
  id: 'on-path',
  sentence: 'The step is the next one on the path that the risk demands.',
  action: 'advance',
  find: ({ protocol: { risk, state }, move }) => {
    const path = risk?.path ?? ['INIT', 'CLASSIFIED', 'REQUIREMENTS'];
    const next = path[path.indexOf(state) + 1];
    return findUnless(
      move === undefined || next === undefined || move.to === next,
      `From ${state} this task goes to ${next ?? ''}, not to ${move?.to ?? ''}.`,
    );
  },
};

const violationFound: Guard = {
  id: 'violation-found',
  sentence: 'The compliance check finds the breach that the step is to mend.',
  action: 'compliance',
  find: (view) => {
    const found = findViolations(view).some(
      ({ check, way_back }) => check === view.move?.trigger && way_back === view.move.to,
    );
    return findUnless(
      found,
      `Nothing shows ${view.move?.trigger ?? 'a breach'} that leads back to ${view.move?.to ?? 'there'}.`,
    );
  },
};

const legitimateReason: Guard = {
  id: 'legitimate-reason',
  sentence: `The reason is one of ${LEGITIMATE_REASONS.join(', ')}; never a failed compliance check, time, complexity or tokens.`,
  action: 'return',
  find: ({ move }) =>
    findUnless(
      (LEGITIMATE_REASONS as readonly (string | null | undefined)[]).includes(move?.reason),
      `${JSON.stringify((move?.reason ?? '').slice(0, 60))} is no reason to give a task up; these are: ${LEGITIMATE_REASONS.join(', ')}. A failed compliance check, time, complexity or tokens are none: mend what is wrong, or release the task for another session.`,
    ),
};

/** What every step of a kind demands, whatever the row. */
export const COMMON_GUARDS: Readonly<Record<TransitionKind, readonly Guard[]>> = {
  forward: [auditPassed, compliant, onPath],
  return: [violationFound],
  judgement: [],
  abandon: [legitimateReason],
  finish: [auditPassed, compliant],
};
