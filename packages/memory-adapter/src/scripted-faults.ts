/** One fault of a script: at the `at`-th call (counted from 1) of `op`, before or after it took effect. */
export interface ScriptedFault<Op extends string = 'commit' | 'read' | 'putArtifact'> {
  readonly at: number;
  readonly op: Op;
  /** `before`: the call changes nothing. `after`: it takes effect, and only the answer is wrong or lost. */
  readonly when: 'before' | 'after';
  /**
   * `error`: the call answers a failure (`StorageFailure`; `OutcomeUnknown` after a commit). `conflict`: it answers `Conflict`.
   * `crash`: it throws {@link SimulatedCrash}, as if the process had been killed there; the data stays for the next one.
   */
  readonly as: 'error' | 'crash' | 'conflict';
}

/** A fault of workspace files. */
export type WorkspaceFault = ScriptedFault<'read' | 'write' | 'append' | 'list' | 'remove'>;

/** Thrown where a scripted fault kills the caller. */
export class SimulatedCrash extends Error {
  constructor(fault: ScriptedFault<string>) {
    super(`Simulated crash ${fault.when} ${fault.op} ${fault.at}`);
    this.name = 'SimulatedCrash';
  }
}

/** Counts calls and tells which fault of the script, if any, strikes the current one. */
export function createFaultScript<Op extends string>(
  faults: readonly ScriptedFault<Op>[],
): (op: Op) => ScriptedFault<Op> | undefined {
  const calls = new Map<Op, number>();
  return (op) => {
    const count = (calls.get(op) ?? 0) + 1;
    calls.set(op, count);
    return faults.find((fault) => fault.op === op && fault.at === count);
  };
}
