export type { FaultHooks, FaultStore, FaultStoreModule } from './fault-hooks.ts';
export { runFaultLab } from './fault-lab.ts';
export type { FaultLabOptions } from './fault-lab-options.ts';
export type { FaultRow } from './fault-row.ts';
export { formatFaultTable } from './format-fault-table.ts';
export type { Verdict } from './judge-store.ts';
