import { createMemoryWorkspaceFiles, SimulatedCrash, type WorkspaceFault } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { isWellFormed } from '../../../core/src/text/canonical-json.ts';
import { readArchive } from './archive-sessions.ts';
import { createStateFiles } from './create-state-files.ts';

type Step =
  | { readonly do: 'session'; readonly text: string; readonly size: number }
  | { readonly do: 'check'; readonly criterion: number; readonly checked: boolean }
  | { readonly do: 'output'; readonly text: string }
  | { readonly do: 'edit'; readonly text: string };

const text = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      '# of users',
      '### Session 3',
      '```',
      '<!--',
      '## 4. Chain Output',
      '**Next:** x',
      '- [ ] box',
      '(No sessions yet)',
    ),
  )
  .filter((value) => /\S/.test(value) && isWellFormed(value));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('session' as const), text, size: fc.constantFrom(0, 14_000, 24_000) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('check' as const), criterion: fc.nat(2), checked: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('output' as const), text }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      text: fc.constantFrom('a note', '- item', 'more `text`'),
    }),
  },
);
const fault: fc.Arbitrary<WorkspaceFault> = fc.record({
  at: fc.integer({ min: 1, max: 30 }),
  op: fc.constantFrom('read', 'write', 'write', 'write'),
  when: fc.constantFrom('before', 'after'),
  as: fc.constantFrom('crash', 'error', 'conflict'),
});

test('no sequence of operations, edits and faults loses a session, a criterion or a line by hand', async () => {
  let archives = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 20 }),
      fc.array(fault, { maxLength: 6 }),
      text,
      async (steps, faults, title) => {
        const files = createMemoryWorkspaceFiles({ faults });
        const stateFiles = createStateFiles({ files, scanSecrets: () => [] });
        const path = 'docs/task-states/task-1-state.md';
        const criteria = ['one', 'two', '# of users'];
        const again = async <T>(work: () => Promise<T>): Promise<T> => {
          for (let attempt = 0; attempt < 20; attempt += 1) {
            try {
              return await work();
            } catch (error) {
              const code = (error as { code?: string }).code ?? '';
              if (!(error instanceof SimulatedCrash) && code !== 'StorageFailure' && code !== 'Conflict') throw error;
            }
          }
          throw new Error('never succeeded');
        };
        await again(() => orThrow(stateFiles.create(1, { title, requirements: title, criteria })));
        const sessions: string[] = [];
        const checked = [false, false, false];
        const edits: string[] = [];
        for (const [index, action] of steps.entries()) {
          if (action.do === 'session') {
            const did = `${action.text}\n${'x'.repeat(action.size)}`;
            sessions.push(`op-${index}`);
            await again(() =>
              orThrow(stateFiles.appendSession(1, { did, next: action.text, operationId: `op-${index}` })),
            );
          } else if (action.do === 'check') {
            checked[action.criterion] = action.checked;
            await again(() => orThrow(stateFiles.setCriterion(1, action)));
          } else if (action.do === 'output') {
            await again(() => orThrow(stateFiles.writeChainOutput(1, { summary: action.text, force: true })));
          } else {
            const line = `${action.text} ${index}`;
            edits.push(line);
            await again(async () => {
              const found = await orThrow(files.read(path));
              const heading = index % 2 === 0 ? '## 3. Progress Log' : '## 1. Context';
              const edited = (found?.text ?? '').replace(`${heading}\n`, () => `${heading}\n\n${line}\n`);
              if (found?.text.includes(`\n${line}\n`) === true) return;
              await orThrow(files.write(path, edited));
            });
          }
        }
        const read = await again(() => orThrow(stateFiles.read(1)));
        const archive = await again(() => orThrow(files.read('docs/archives/task-1-archive.md')));
        if (archive !== null) archives += 1;
        const everywhere = [...readArchive(archive?.text ?? ''), ...(read?.state.sessions ?? [])];
        expect(everywhere.map(({ operationId }) => operationId)).toEqual(sessions);
        expect(everywhere.map(({ number }) => number)).toEqual(sessions.map((_, index) => index + 1));
        expect(read?.state.metadata.total_sessions).toBe(sessions.length);
        expect(read?.state.criteria).toEqual(
          criteria.map((criterion, index) => ({ text: criterion, checked: checked[index] })),
        );
        const now = (await again(() => orThrow(files.read(path))))?.text.split('\n') ?? [];
        for (const line of edits) expect(now).toContain(line);
      },
    ),
    { numRuns: Number(process.env['BATONKIT_RUNS'] ?? 40) },
  );
  expect(archives).toBeGreaterThan(0);
});
