export { type Baton, type BatonPolicy, type BatonPorts, createBaton } from './create-baton.ts';
