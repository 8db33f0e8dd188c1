import { createFsFromVolume, type IFs, Volume } from 'memfs';
import { expect, test } from 'vitest';
import { MemoryRepository, ROOT } from './memory-repository.ts';

/** Stages files in two steps and answers how often each kind of file was written. */
function stageInTwoSteps(count: number): { readonly indexes: number; readonly objects: number } {
  const fs = createFsFromVolume(new Volume());
  const written: string[] = [];
  const counting: IFs = {
    ...fs,
    writeFileSync: (path, ...rest) => {
      written.push(String(path));
      fs.writeFileSync(path, ...rest);
    },
  };
  const repository = new MemoryRepository(counting);
  const paths = Array.from({ length: count }, (_, index) => `folder-${index % 10}/file-${index}`);
  fs.mkdirSync(ROOT, { recursive: true });
  for (const path of paths) {
    fs.mkdirSync(`${ROOT}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true });
    fs.writeFileSync(`${ROOT}/${path}`, path);
  }
  repository.stageAll(paths);
  repository.stageAll(paths.slice(1));
  return {
    indexes: written.filter((path) => path.endsWith('/index')).length,
    objects: written.filter((path) => path.includes('/objects/')).length,
  };
}

test('staging everything writes the index once, however many files there are', () => {
  expect(stageInTwoSteps(20)).toEqual({ indexes: 2, objects: 20 });
  expect(stageInTwoSteps(200)).toEqual({ indexes: 2, objects: 200 });
});
