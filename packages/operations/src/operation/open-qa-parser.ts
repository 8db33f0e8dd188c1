import type { ParseQa } from '@batonkit/core';

/**
 * The parser of QA logs and reports with those that the settings name. They are loaded with the first log.
 *
 * @example
 * ```ts
 * import { openQaParser } from '@batonkit/operations';
 *
 * const parse = (text: string) => (text === 'fine' ? { tests: [{ name: 'all', status: 'passed' }] } : null);
 * const parseQa = openQaParser(async () => [{ name: 'mine', parse }], '/repo');
 * const read = await parseQa('fine', { command: 'mine', exitCode: 0 });
 * 'results' in read && read.results[0]?.status; // => 'passed'
 * ```
 *
 * @param load Answers the default export of each module.
 * @param root Where checks run; left out of names.
 */
export function openQaParser(load: () => Promise<readonly unknown[]>, root: string): ParseQa {
  let made: Promise<ParseQa> | null = null;
  const make = async (): Promise<ParseQa> => {
    const { createQaParser } = await import('@batonkit/capture/qa');
    const parsers = (await load()).flat().map((parser) => {
      if (isParser(parser)) return parser;
      throw new Error('a module of qaParsers exports no parser: { name, parse(text, hints) }.');
    });
    return createQaParser({ parsers, root });
  };
  return async (log, hints) => (await (made ??= make()))(log, hints);
}

function isParser(value: unknown): value is { readonly name: string; readonly parse: () => null } {
  const parser = (value ?? {}) as { readonly name?: unknown; readonly parse?: unknown };
  return typeof parser.name === 'string' && typeof parser.parse === 'function';
}
