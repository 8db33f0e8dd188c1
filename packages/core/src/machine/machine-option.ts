import type { RecordOf, Slice, TypesIn } from '../record/slice.ts';
import { coreMachine, coreSlices, type CoreSlices, type TaskRecord } from './core-machine.ts';
import { createMachine, type Machine } from './create-machine.ts';

/** How a service is told what its records are made of: by slices, or by a machine that it shares with others. */
export interface MachineOption<Slices extends readonly Slice[] = CoreSlices> {
  /** More than those of core, or instead of one by the same name; those of core come first where they are left out. */
  readonly slices?: Slices;
  /** Shared with other services, which then remember records together; made of the slices when it is left out. */
  readonly machine?: Machine<TaskRecord & RecordOf<Slices>>;
}

/** The commands that callers give as they are: those of slices besides the ones of core. */
export type SendableOf<Slices extends readonly Slice[], Served extends readonly Slice[] = CoreSlices> = [
  Slices[number],
] extends [never]
  ? never
  : Exclude<TypesIn<Slices>['input'], TypesIn<Served>['input']>;

/** A whole list of slices: those of a base that are not given, or not replaced by one of the same name, and those given. */
export function completeSlices(base: readonly Slice[], given: readonly Slice[]): readonly Slice[] {
  const names = new Set(given.map(({ name }) => name));
  return [...base.filter(({ name }) => !names.has(name)), ...given];
}

/** The machine that was given, or one of the slices that were. */
export function machineFrom<Slices extends readonly Slice[]>({
  slices,
  machine,
}: MachineOption<Slices>): Machine<TaskRecord & RecordOf<Slices>> {
  if (machine !== undefined) return machine;
  return (slices === undefined ? coreMachine : createMachine(completeSlices(coreSlices, slices))) as unknown as Machine<
    TaskRecord & RecordOf<Slices>
  >;
}
