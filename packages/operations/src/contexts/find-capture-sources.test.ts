import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { findCaptureSources, STANDARDS_MAP_PLACES, TASK_FILE_PLACES } from './find-capture-sources.ts';

const find = (paths: readonly string[]) =>
  findCaptureSources(
    createMemoryWorkspaceFiles({ files: Object.fromEntries(paths.map((path) => [path, ''])) }),
    'T-1',
    {},
  );

test.each(TASK_FILE_PLACES.map((place) => place.replace('{id}', 'T-1')))(
  'a task file is found as %s',
  async (taskFile) => {
    expect((await find([taskFile, 'standards/map.yaml']))._unsafeUnwrap()).toEqual({
      taskFile,
      standardsMap: 'standards/map.yaml',
    });
  },
);

test.each(STANDARDS_MAP_PLACES)('a standards map is found as %s', async (standardsMap) => {
  expect((await find(['T-1.yaml', standardsMap]))._unsafeUnwrap()).toEqual({ taskFile: 'T-1.yaml', standardsMap });
});

test('what is missing is told all at once', async () => {
  const { data } = (await find([]))._unsafeUnwrapErr();
  expect(data).toMatchObject({ unmet: [{ condition: '/taskFile' }, { condition: '/standardsMap' }] });
});
