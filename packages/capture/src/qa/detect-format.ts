/** The formats that {@link parseQaReport} reads. */
export type QaReportFormat = 'junit' | 'ctrf' | 'tap' | 'sarif' | 'vitest-json' | 'jest-json' | 'eslint-json' | 'log';

/** Finds the format of a report, and the report in what was printed around it. What is of no known format is a log. */
export function detectFormat(text: string): { readonly format: QaReportFormat; readonly text: string } {
  const body = text.replace(/^\uFEFF/, '').trim();
  if (/^<(?:\?xml|!--|!DOCTYPE|testsuites?\b)/.test(body) && /<testsuites?[\s>/]/.test(body.slice(0, 20_000)))
    return { format: 'junit', text: body };
  const json = formatOfJson(body);
  if (json !== null) return { format: json, text: body };
  // jest and vitest print their JSON on one line, below what the tests print.
  const start = body.search(/^\{"num(?:Failed|Total)Test/m);
  if (start > 0) {
    const line = body.slice(start).split('\n', 1)[0] ?? '';
    const embedded = formatOfJson(line);
    if (embedded !== null) return { format: embedded, text: line };
  }
  if (isTap(body)) return { format: 'tap', text: body };
  return { format: 'log', text };
}

function formatOfJson(body: string): QaReportFormat | null {
  if (!/^[[{]/.test(body)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  if (Array.isArray(parsed))
    return hasFields(parsed[0], 'filePath', 'messages') || parsed.length === 0 ? 'eslint-json' : null;
  if (hasFields(parsed, 'numTotalTests', 'testResults')) return 'openHandles' in parsed ? 'jest-json' : 'vitest-json';
  if (hasFields(parsed, 'runs', 'version')) return 'sarif';
  if (hasFields(parsed, 'results', 'metadata') && Array.isArray(parsed.results)) return 'eslint-json';
  if (hasFields(parsed, 'results') && hasFields(parsed.results, 'tests')) return 'ctrf';
  return null;
}

function hasFields<Name extends string>(value: unknown, ...names: readonly Name[]): value is Record<Name, unknown> {
  return typeof value === 'object' && value !== null && names.every((name) => Object.hasOwn(value, name));
}

/** TAP begins with its version, its plan or a test point. A log that only holds some of it is a log. */
function isTap(body: string): boolean {
  const first = body.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
  if (/^TAP version 1[34]\s*$/.test(first)) return true;
  const isBeginning = /^(?:1\.\.\d+(?:\s|$)|(?:not )?ok \d+\b)/.test(first);
  return isBeginning && /^(?:not )?ok\b/m.test(body) && /^1\.\.\d+/m.test(body);
}
