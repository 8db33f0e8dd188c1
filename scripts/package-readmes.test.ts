import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SCREEN = 40;

test.each(readdirSync('packages'))(
  'the README of %s fits one screen, shows lines that run, and names its neighbours',
  (folder) => {
    const { name } = JSON.parse(readFileSync(`packages/${folder}/package.json`, 'utf8')) as { name: string };
    const text = readFileSync(`packages/${folder}/README.md`, 'utf8');
    expect(text.split('\n')[0]).toBe(`# ${name}`);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(SCREEN);
    // The gate `documentation` compiles the block, and runs it unless it says `no-run`.
    const blocks = [...text.matchAll(/^```ts(?: no-run)?\n([^]*?)^```$/gm)].map(([, code = '']) => code.trimEnd());
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) expect(block.split('\n').length).toBeLessThanOrEqual(20);
    const neighbours = /^Neighbours: .*$/m.exec(text)?.[0];
    expect(neighbours).toMatch(/\]\(\.\.\/[a-z-]+\/README\.md\)/);
  },
);
