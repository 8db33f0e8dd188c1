export {
  type Baton,
  type BatonPolicy,
  type BatonPorts,
  createBaton,
  type RoleOf,
  type TaskOf,
} from './create-baton.ts';
export {
  createContextStore,
  createDeltaTracker,
  decide,
  defaultMachine,
  defaultSlices,
  evolve,
  liveArtifacts,
  readRecord,
} from './default-machine.ts';
