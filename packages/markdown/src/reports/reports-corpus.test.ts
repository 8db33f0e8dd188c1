import { expect, test } from 'vitest';
import { parseReport } from './parse-report.ts';
import { REPORTS_CORPUS } from './reports-corpus.fixture.ts';
import { formatVerificationBlock, parseVerifications } from './verification.ts';

const rows = REPORTS_CORPUS.map(([name, report, fields, unread = []]) => [name, report, fields, unread] as const);

test.each(rows)('%s', (_, report, fields, unreadLines) => {
  const parsed = parseReport(report);
  expect(parsed).toMatchObject(fields);
  expect(parsed.unread.map(({ line }) => line)).toEqual(unreadLines);
});

test('the lines of the prompt itself verify nothing', () => {
  const prompt = formatVerificationBlock({ subject: 'security', tools: ['Context7'] });
  expect(parseVerifications(prompt)).toEqual([]);
  expect(
    parseVerifications(
      'Verified: <claim> via <source>\n- "Verified: [claim] via WebSearch"\nUnable to verify {claim} - x',
    ),
  ).toEqual([]);
  expect(parseVerifications(`${prompt}\n- Verified: uses {braces} via docs`)).toHaveLength(1);
});
