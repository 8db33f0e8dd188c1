import { createFsFromVolume, Volume } from 'memfs';
import { expect, test, vi } from 'vitest';
import { MemoryRepository, ROOT } from './memory-repository.ts';

/** Stages files in two steps and answers how often each kind of file was written. */
function stageInTwoSteps(count: number): { readonly indexes: number; readonly objects: number } {
  const fs = createFsFromVolume(new Volume());
  const repository = new MemoryRepository(fs);
  const paths = Array.from({ length: count }, (_, index) => `folder-${index % 10}/file-${index}`);
  fs.mkdirSync(ROOT, { recursive: true });
  for (const path of paths) {
    fs.mkdirSync(`${ROOT}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true });
    fs.writeFileSync(`${ROOT}/${path}`, path);
  }
  const write = vi.spyOn(fs, 'writeFileSync');
  repository.stageAll(paths);
  repository.stageAll(paths.slice(1));
  const written = write.mock.calls.map(([path]) => String(path));
  return {
    indexes: written.filter((path) => path.endsWith('/index')).length,
    objects: written.filter((path) => path.includes('/objects/')).length,
  };
}

test('staging everything writes the index once, however many files there are', () => {
  expect(stageInTwoSteps(20)).toEqual({ indexes: 2, objects: 20 });
  expect(stageInTwoSteps(200)).toEqual({ indexes: 2, objects: 200 });
});
