import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBatchRequest } from './read-batch-request.ts';

const all = { phases: [], types: [], names: [] };

describe('a request for several tasks', () => {
  test.each([
    // The examples of the protocol.
    ['Work on all Phase 1 tasks until done', { ...all, phases: ['1'] }],
    ['Work on all security tasks', { ...all, types: ['security'] }],
    ['Complete these tasks until done', all],
    ['Complete these 5 tasks', all],
    ['Process the todo list', all],
    ['Work on multiple tasks', all],
    // Others.
    ['Please finish all remaining tasks.', all],
    ['Can you work through the backlog?', all],
    ['Work on TASK-12 and TASK-13.', { ...all, names: ['TASK-12', 'TASK-13'] }],
    ['Complete TASK-1, TASK-2 and TASK-3 in phase 2', { ...all, names: ['TASK-1', 'TASK-2', 'TASK-3'] }],
    ['Implement `add-lexer` and `add-parser`', { ...all, names: ['add-lexer', 'add-parser'] }],
    ['Do all documentation and testing tasks', { ...all, types: ['documentation', 'testing'] }],
    ['Process all tasks in phases 1, 2 and three', { ...all, phases: ['1', '2', '3'] }],
    ['Work on all phase 2 security tasks', { phases: ['2'], types: ['security'], names: [] }],
    ['Handle every task of type style', { ...all, types: ['style'] }],
    ['Do TASK-1 and TASK-2. Don’t touch TASK-3!', { ...all, names: ['TASK-1', 'TASK-2'] }],
    ['Implement `add-lexer` and other.\nLeave out `add-parser`.', { ...all, names: ['add-lexer', 'other'] }],
    ['> TASK-9\nWork on TASK-1 and TASK-2.', { ...all, names: ['TASK-1', 'TASK-2'] }],
    ['Work on another-other, other and TASK-1', { ...all, names: ['TASK-1', 'other'] }],
    ["Let's get through everything on the todo list: do all open tasks", all],
  ])('%s', (message, filter) => {
    const request = readBatchRequest(message, { knownNames: ['add-lexer', 'add-parser', 'other'] });
    expect(request?.filter).toEqual(filter);
    for (const name of [...filter.phases, ...filter.types, ...filter.names])
      expect(request?.announcement).toContain(name);
    expect(request?.announcement).toMatch(/one at a time/);
  });

  test.each([
    'Work on TASK-7',
    'Continue with the next task',
    'Implement add-lexer',
    "Don't work on all tasks",
    'Work on all tasks except the security ones',
    'Process the todo list apart from TASK-3',
    'Work on all tasks. Skip TASK-3.',
    'Do not process the todo list yet.',
    'How many tasks are on the todo list?',
    'Which tasks did you complete?',
    'All tasks are important.',
    'Looks good, approved.',
    '> Work on all tasks\nWhat did they mean by this?',
    '',
  ])('not: %s', (message) => {
    expect(readBatchRequest(message, { knownNames: ['add-lexer'] })).toBeNull();
  });

  test('any text is read in no time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('work', 'on', 'all', ',', 'phase', '1', 'tasks', 'and', 'complete ', '. ', '?')),
        (words) => {
          const request = readBatchRequest(words.join(' '));
          expect(request === null || request.filter.names.length === 0).toBe(true);
        },
      ),
    );
    const start = process.cpuUsage();
    readBatchRequest('complete all the '.repeat(1200));
    readBatchRequest('work all phase 1 and 2 , '.repeat(800));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1500);
  });
});
