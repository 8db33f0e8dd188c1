import { expect, test } from 'vitest';
import { createShop } from './scratch-shop.fixture.ts';

test('what a document holds and nobody read is printed as a warning, and fails with --strict', async () => {
  const { baton, ask, write } = createShop();
  write('tasks.md', '### Task 1.1: A\n**Why:** Plan 1.1 then 3.1\n\n### ~~Task 1.2: B~~\n\n- [ ] 1.3 C\n');
  write('plan.md', '# Plan\n## Step 11.1: Deploy\n');
  write('report.md', '## Implemented\nLogin.\n\n## Performance\nFast.\n');

  const tasks = await baton(['tasks', 'tasks.md']);
  expect(tasks.code).toBe(0);
  expect(tasks.stderr).toContain('warning: NearMiss: line 4: ### ~~Task 1.2: B~~ (It is struck through.)');
  expect(tasks.stderr).toContain('warning: PartialReference: Task 1.1: "3.1" in "Plan 1.1 then 3.1"');
  const strict = await ask('tasks', 'tasks.md', '--strict');
  expect(strict).toMatchObject({ success: false, error: { code: 'StrictFailed' } });
  expect(strict.error?.message).toContain('line 4: ### ~~Task 1.2: B~~');
  expect((await baton(['tasks', 'tasks.md', '--strict'])).code).toBe(1);

  const context = await baton(['context', 'tasks.md', '1.1', '--plan', 'plan.md']);
  expect(context.stderr).toMatch(/warning: The plan is given in full: .*only occurs inside "Step 11\.1: Deploy"/);
  expect((await baton(['context', 'tasks.md', '1.1', '--plan', 'plan.md', '--strict'])).code).toBe(1);

  const report = await baton(['parse-report', 'report.md']);
  expect(report.stderr).toContain('warning: NearMiss: line 4: ## Performance');
  expect((await baton(['parse-report', 'report.md', '--strict'])).code).toBe(1);
  write('report.md', '{"implemented": "Login", "filesChanged": ["./src/a.ts:1-2"]}');
  expect(await ask('parse-report', 'report.md', '--strict')).toMatchObject({
    data: { implemented: 'Login', filesChanged: ['src/a.ts'], warnings: [] },
  });
});
