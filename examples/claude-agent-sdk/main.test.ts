import { test } from 'vitest';
import { expectHandOff } from '../login-task.fixture.ts';
import * as story from './main.mjs';

test('the edit between two agents is caught, and then every line is somebody’s', () => {
  expectHandOff(story, new URL('main.mjs', import.meta.url));
});
