import type { QaKind, QaTrace, TraceQa } from '@batonkit/core';
import { canonicalJson, encodeUtf8, sha256Hex } from '@batonkit/core/text';
import { readQaCommand } from './qa-command.ts';

/** Settings of tools that decide what a check checks, by the names of their files. */
const SETTINGS =
  /(?:^|\/)(?:\.?(?:vitest|vite|jest|mocharc|ava|karma|wdio|playwright|cypress|nightwatch|eslint|eslintrc|prettierrc|stylelint|stylelintrc|biome|tap|taprc|nycrc|c8rc|babel|babelrc|swcrc|turbo|nx|lerna|wireit|knip|depcheckrc)(?:\.(?:config|conf|workspace))?(?:\.[cm]?[jt]sx?|\.jsonc?|\.ya?ml|\.toml)?|[jt]sconfig(?:[.-][\w.-]+)?\.json|[GM]?[Mm]akefile|GNUmakefile|[Jj]ustfile|[Tt]askfile\.ya?ml|tox\.ini|pytest\.ini|conftest\.py|noxfile\.py|\.coveragerc|\.flake8|\.pylintrc|\.?ruff\.toml|mypy\.ini|\.npmrc|\.pnpmfile\.c?js|\.yarnrc(?:\.yml)?|\.mvn\/[^/]+|checkstyle[\w.-]*\.xml|pmd[\w.-]*\.xml|ruleset\.xml|phpunit\.xml(?:\.dist)?|\.rspec|Rakefile|\.golangci\.ya?ml|clippy\.toml|rustfmt\.toml|\.eslintignore|\.prettierignore)$/;

/** Files of which only a part decides what a check checks. */
const PARTLY: readonly (readonly [name: RegExp, part: (text: string) => string])[] = [
  [
    /(?:^|\/)(?:pyproject|Cargo)\.toml$/,
    (text) => sections(text, /^\[+\s*(?:tool\b(?!\.poetry\.(?:dev-)?dependencies)|profile|test|bench|lints)/),
  ],
  [/(?:^|\/)setup\.cfg$/, (text) => sections(text, /^\[(?!metadata|options)/)],
  [/(?:^|\/)pom\.xml$/, (text) => (text.match(/<(build|profiles|reporting|properties)>[^]*?<\/\1>/g) ?? []).join('\n')],
  [
    /(?:^|\/)(?:build|settings)\.gradle(?:\.kts)?$/,
    (text) => text.replace(/^\s*(?:implementation|api|compileOnly|runtimeOnly|testImplementation)\b.*$/gm, ''),
  ],
];

const MANIFEST = /(?:^|\/)package\.json$/;
/** Fields of package.json that hold settings of checks. */
const TOOL_FIELDS =
  /^(?:jest|vitest|mocha|ava|tap|nyc|c8|eslintConfig|eslintIgnore|prettier|stylelint|babel|wireit|turbo|nx|xo|standard|lint-staged)$/;

const KINDS: readonly (readonly [QaKind, RegExp])[] = [
  [
    'test',
    /\b(?:tests?|spec|vitest|jest|pytest|mocha|ava|jasmine|karma|playwright|cypress|tap|rspec|phpunit|ctest|tox|nox|surefire|coverage|e2e|unit|nextest|mvn\b.*\bverify|gradlew?\b.*\bcheck)\b/i,
  ],
  [
    'lint',
    /\b(?:lint\w*|eslint|stylelint|prettier|biome|tsc\b.*--noEmit|type-?check|types|ruff|flake8|pylint|mypy|pyright|black|isort|checkstyle|pmd|spotbugs|clippy|rustfmt|fmt|vet|golangci-lint|shellcheck|knip|format(?::check)?|rubocop|style)\b/i,
  ],
  [
    'build',
    /\b(?:build|compile|bundle|package|assemble|tsc|tsup|webpack|rollup|esbuild|vite|swc|make|dist|install)\b/i,
  ],
];

/** How far scripts of scripts are followed. */
const MAX_SCRIPTS = 50;

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly tools: Readonly<Record<string, unknown>>;
}

/**
 * Finds what QA commands are defined by, and what of that is no longer as it was when the brief was captured: the scripts of `package.json` that
 * they start, settings of tools, and files that they name. Sources and tests are not among it: those are what a task is to change.
 *
 * @example
 * ```ts
 * import { traceQa } from '@batonkit/capture/qa';
 *
 * const scripts = (test: string) => JSON.stringify({ scripts: { test } });
 * const read = () => Promise.resolve({ before: scripts('vitest run'), now: scripts('echo 12 passed') });
 * const { kinds, changed } = await traceQa({ commands: ['npm test'], changed: ['package.json'], read });
 * kinds; // => ['test']
 * changed[0]; // => 'package.json: the script "test" is not that of the brief.'
 * ```
 */
export const traceQa: TraceQa = async ({ commands, changed, read }) => {
  const manifest = await read('package.json');
  const [was, is] = [readManifest(manifest.before), readManifest(manifest.now)];
  const { lines, scripts, isOpen } = followScripts(commands, is, was);
  const differing: string[] = [];
  const said = (sentence: string): void =>
    void (differing.includes(sentence) || differing.push(sentence.slice(0, 300)));
  for (const name of isOpen ? new Set([...Object.keys(was.scripts), ...Object.keys(is.scripts)]) : scripts)
    if (was.scripts[name] !== is.scripts[name]) said(`package.json: the script "${name}" is not that of the brief.`);
  for (const name of differingKeys(was.tools, is.tools)) said(`package.json: "${name}" is not as in the brief.`);
  const named = new Set(
    lines.flatMap((line) => filesIn(line).filter((path) => isRun(line, path) || isSetting(line, path))),
  );
  const present: Record<string, string | null> = {};
  for (const path of named) {
    const { before, now } = await read(path);
    if (now === null && before === null) continue;
    present[path] = now === null ? null : sha256Hex(encodeUtf8(now));
    if (before !== now) said(`${path}, which a QA command runs, is not that of the brief.`);
  }
  for (const path of changed) {
    if (named.has(path)) continue;
    const isManifest = MANIFEST.test(path) && path !== 'package.json';
    const part = PARTLY.find(([name]) => name.test(path))?.[1];
    if (!isManifest && part === undefined && !SETTINGS.test(path)) continue;
    const { before, now } = await read(path);
    const partOf = (text: string | null): string => {
      if (!isManifest) return part === undefined ? (text ?? '') : part(text ?? '');
      const { scripts: all, tools } = readManifest(text);
      return canonicalJson({ all, tools });
    };
    if (partOf(before) === partOf(now)) continue;
    said(`${path}, which decides what checks check, is not that of the brief.`);
    present[path] = sha256Hex(encodeUtf8(partOf(now)));
  }
  const used = Object.fromEntries(scripts.map((name) => [name, is.scripts[name] ?? null]));
  const definition = sha256Hex(encodeUtf8(canonicalJson({ commands, scripts: used, tools: is.tools, files: present })));
  const doubts = await findDoubts(lines, read);
  return { kinds: commands.map((line) => kindOf(line, is)), definition, changed: differing, doubts } satisfies QaTrace;
};

function kindOf(line: string, { scripts }: Manifest): QaKind {
  const find = (text: string): QaKind | undefined => KINDS.find(([, words]) => words.test(text))?.[0];
  const bodies = scriptsIn(line).map((name) => scripts[name] ?? '');
  return find(line) ?? find(bodies.join(' ')) ?? 'other';
}

async function findDoubts(lines: readonly string[], read: Parameters<TraceQa>[0]['read']): Promise<readonly string[]> {
  const doubts: string[] = [];
  for (const line of lines) {
    const short = line.length > 80 ? `${line.slice(0, 77)}...` : line;
    const { runsNothing, hidesExitCode } = readQaCommand(line);
    if (runsNothing || PRINTS.test(line)) doubts.push(`"${short}" runs no check.`);
    else if (hidesExitCode) doubts.push(`"${short}" ends well whatever the check says.`);
    for (const path of outsideFiles(line)) doubts.push(`"${short}" runs ${path}, which is not in the working tree.`);
    for (const path of filesIn(line))
      if (isRun(line, path) && (await read(path)).now === null && !path.includes('node_modules/'))
        doubts.push(`"${short}" runs ${path}, which git does not see: it is ignored, or not there.`);
  }
  return [...new Set(doubts.map((doubt) => doubt.slice(0, 300)))].slice(0, 20);
}

/** Code in the line itself that only prints or ends. */
const PRINTS =
  /^(?:node|nodejs|bun|deno eval|python3?|ruby|perl|php)\s+(?:-(?:e|p|c|r|pe)|--eval|--print)\s+(['"])(?:(?:\s|;|process\.exit\(0?\)|sys\.exit\(0?\)|exit\(0?\)|import sys|pass|true|0|(?:console\.\w+|process\.stdout\.write|print|puts|echo)\s*\(?\s*(['"`]|\\["'])[^'"`]*(\2)?\s*\)?))*\1\s*$/;

const INTERPRETERS = /^(?:node|bun|deno|tsx|ts-node|(?:ba|da|z|k)?sh|python3?|ruby|perl|php|source|\.)$/;

/** Whether a line starts a file, rather than handing it to a tool. */
function isRun(line: string, path: string): boolean {
  return partsOf(line).some((words) => {
    const [first = '', ...rest] = words;
    if (normal(first) === path) return first.includes('/');
    const script = rest.find((word) => !word.startsWith('-'));
    return INTERPRETERS.test(first) && !rest.includes('--test') && script !== undefined && normal(script) === path;
  });
}

/** Whether a line names a file as the value of an option: settings, not what is to be checked. */
function isSetting(line: string, path: string): boolean {
  return partsOf(line).some((words) =>
    words.some((word, at) => {
      const [, value] = /^--?[\w-]+=(.+)$/.exec(word) ?? [];
      if (value !== undefined) return normal(value) === path;
      return (
        normal(word) === path &&
        /^-(?:-?[\w-]*(?:config|project|rule|file|rcfile|setup)[\w-]*|[cpf])$/i.test(words[at - 1] ?? '')
      );
    }),
  );
}

function outsideFiles(line: string): readonly string[] {
  return partsOf(line).flatMap(([first = '', ...rest]) => {
    const script = INTERPRETERS.test(first) ? rest.find((word) => !word.startsWith('-')) : undefined;
    const isProgram = /^\/(?!(?:usr|bin|opt|nix|snap|Library|Applications|System)\/)/.test(first);
    const isScript = script !== undefined && /^(?:\/|~|\.\.\/)/.test(script);
    return [...(isProgram || first.startsWith('../') ? [first] : []), ...(isScript ? [script] : [])];
  });
}

/** Words of a line that may name files of the tree. */
function filesIn(line: string): readonly string[] {
  return partsOf(line).flatMap((words) =>
    words
      .flatMap((word) => [word, /^--?[\w-]+=(.+)$/.exec(word)?.[1] ?? ''])
      .filter((word) => /^[\w@./+-]+$/.test(word) && /[./]/.test(word) && !/^(?:\/|-|~|\.\.?\/?$)|\.\.\//.test(word))
      .map(normal)
      .filter((word) => word !== '' && !/^(?:\d|v\d)[\d.]*$/.test(word)),
  );
}

function partsOf(line: string): readonly (readonly string[])[] {
  return line.split(/&&|\|\||[;|&\n]/).map((part) =>
    part
      .trim()
      .replace(/^[({!]\s*/, '')
      .replace(/^(?:\w+=\S*\s+)+/, '')
      .split(/\s+/)
      .map((word) => word.replace(/^['"]|['"]$/g, '')),
  );
}

function normal(path: string): string {
  return path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
}

const RUNNER =
  /(?:^|[\s;&|(])(?:npm|pnpm|yarn|bun)((?:\s+(?:-[\w-]+(?:[= ]\S+)?))*)\s+(?:run-script\s+|run\s+)?(?:-\S+\s+)*([\w:.@-]+)/g;
const MANY =
  /(?:^|\s)(?:run-s|run-p|npm-run-all\d?|turbo|nx|lerna|wireit|concurrently)(?:\s|$)|\s(?:-r|-w|-ws|--workspaces?|--filter|--recursive|-F|-C|--prefix|--dir|--cwd|workspaces?)(?:[= ]|$)/;

function scriptsIn(line: string): readonly string[] {
  return [...line.matchAll(RUNNER)].map(([, , name = '']) => (name === 't' || name === 'tst' ? 'test' : name));
}

/** The lines that commands come to by the scripts of a package. `isOpen` where nobody can tell which scripts those are. */
function followScripts(
  commands: readonly string[],
  is: Manifest,
  was: Manifest,
): { readonly lines: readonly string[]; readonly scripts: readonly string[]; readonly isOpen: boolean } {
  const lines = [...commands];
  const scripts: string[] = [];
  for (let at = 0; at < lines.length && scripts.length < MAX_SCRIPTS; at += 1)
    for (const name of scriptsIn(lines[at] ?? ''))
      for (const hook of [`pre${name}`, name, `post${name}`]) {
        if (scripts.includes(hook) || (is.scripts[hook] === undefined && was.scripts[hook] === undefined)) continue;
        scripts.push(hook);
        lines.push(is.scripts[hook] ?? '');
      }
  return { lines: lines.filter((line) => line.trim() !== ''), scripts, isOpen: lines.some((line) => MANY.test(line)) };
}

function readManifest(text: string | null): Manifest {
  const none = { scripts: {}, tools: {} };
  try {
    const parsed: unknown = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''));
    if (typeof parsed !== 'object' || parsed === null) return none;
    const { scripts } = parsed as { readonly scripts?: unknown };
    const rows = typeof scripts === 'object' && scripts !== null ? Object.entries(scripts) : [];
    return {
      scripts: Object.fromEntries(rows.filter((row): row is [string, string] => typeof row[1] === 'string')),
      tools: Object.fromEntries(Object.entries(parsed).filter(([name]) => TOOL_FIELDS.test(name))),
    };
  } catch {
    return none;
  }
}

function differingKeys(
  before: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
}

/** The sections of a file in TOML or INI whose heads are wanted. */
function sections(text: string, wanted: RegExp): string {
  let isWanted = false;
  return text
    .split('\n')
    .filter((line) => {
      if (/^\s*\[/.test(line)) isWanted = wanted.test(line.trim());
      return isWanted && !/^\s*(?:#|$)/.test(line);
    })
    .join('\n');
}
