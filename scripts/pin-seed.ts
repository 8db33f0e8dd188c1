import { configureGlobal, readConfigureGlobal } from 'fast-check';

// Every property starts from this seed, so that a run of CI tells of the change and not of luck. Other cases are found on purpose:
// BATONKIT_SEED=random, or a number to repeat what a failure printed.
const PINNED = 20_261_117;
const given = process.env['BATONKIT_SEED'];
if (given !== 'random')
  configureGlobal({ ...readConfigureGlobal(), seed: given === undefined ? PINNED : Number(given) });
