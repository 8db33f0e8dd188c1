export { createManualClock, type ManualClock } from './manual-clock.ts';
export { createMemoryTaskStore } from './memory-task-store.ts';
export { createMemoryWorkspaceFiles } from './memory-workspace-files.ts';
export { createScriptedQaRunner, type ScriptedEnd } from './scripted-qa-runner.ts';
export { SimulatedCrash, type ScriptedFault, type WorkspaceFault } from './scripted-faults.ts';
