/** One fault of a script: at the `at`-th call (counted from 1) of `op`, before or after it took effect. */
export interface ScriptedFault {
  readonly at: number;
  readonly op: 'commit' | 'read' | 'putArtifact';
  /** `before`: the call changes nothing. `after`: it takes effect, and only the answer is wrong or lost. */
  readonly when: 'before' | 'after';
  /**
   * `error`: the call answers a failure (`StorageFailure` before; `OutcomeUnknown` after a commit). `conflict`: it answers `Conflict`.
   * `crash`: it throws {@link SimulatedCrash}, as if the process had been killed there; the data stays for the next one.
   */
  readonly as: 'error' | 'crash' | 'conflict';
}

/** Thrown where a scripted fault kills the caller. */
export class SimulatedCrash extends Error {
  constructor(fault: ScriptedFault) {
    super(`Simulated crash ${fault.when} ${fault.op} ${fault.at}`);
    this.name = 'SimulatedCrash';
  }
}

/** Counts calls and tells which fault of the script, if any, strikes the current one. */
export function createFaultScript(
  faults: readonly ScriptedFault[],
): (op: ScriptedFault['op']) => ScriptedFault | undefined {
  const calls = { commit: 0, read: 0, putArtifact: 0 };
  return (op) => {
    calls[op] += 1;
    return faults.find((fault) => fault.op === op && fault.at === calls[op]);
  };
}
