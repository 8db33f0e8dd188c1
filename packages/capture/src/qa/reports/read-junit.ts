import { SaxesParser } from 'saxes';
import { EMPTY_REPORT, type ReportedTest, type ReportReader, type StructuredReport } from './structured-report.ts';

interface OpenCase {
  readonly name: string;
  failures: number;
  errors: number;
  isSkipped: boolean;
  /** A failure that was to be expected: node:test's todo. */
  isExcused: boolean;
  isWarning: boolean;
  /** An attribute says that it failed; most writers add an element. */
  isTold: boolean;
}

/** Elements of a test case that say how it ended. Surefire's `flaky*` passed in the end, and `rerun*` stands beside a failure. */
const OUTCOMES: ReadonlySet<string> = new Set(['failure', 'error', 'skipped']);
/** What XML can't hold, but the output of tests can; some writers let it through. */
// eslint-disable-next-line no-control-regex
const NO_CHARACTER = /[\0-\x08\x0B\f\x0E-\x1F\uFFFE\uFFFF]/g;
const NO_REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f]|fff[ef])|0*(?:[0-8]|1[124-9]|2\d|3[01]|6553[45]));/gi;
/** Behind so many, a text is no XML, and each costs time. */
const MAX_FAULTS = 1000;
const COUNTS = ['failures', 'errors'] as const;

/**
 * JUnit's XML as vitest, jest-junit, mocha, pytest, Surefire, gotestsum, node:test and ESLint write it. Entities of a document type are never
 * expanded, and nothing outside the text is read. A case counts once by its worst outcome; a suite that counts more failures than
 * it has failing cases, such as a package that does not compile, is a problem of its own.
 */
export const readJunit: ReportReader = (text) => {
  const reader = new JunitReader();
  const parser = new SaxesParser({ xmlns: false });
  const faults: string[] = [];
  parser.on('error', (error) => {
    faults.push(error.message);
    if (faults.length >= MAX_FAULTS) throw error;
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('<!')) faults.push('it declares entities, which are not expanded');
  });
  parser.on('opentag', ({ name, attributes }) => reader.open(name, attributes as Record<string, string>));
  parser.on('text', (said) => reader.say(said));
  parser.on('cdata', (said) => reader.say(said));
  parser.on('closetag', ({ name }) => reader.close(name));
  try {
    parser.write(text.replace(NO_CHARACTER, '\uFFFD').replace(NO_REFERENCE, '\uFFFD')).close();
  } catch (error) {
    if (faults.length < MAX_FAULTS) throw error;
  }
  const [broken] = faults;
  if (!reader.hasRoot) return { unreadable: broken ?? 'it has neither testsuites nor a testsuite' };
  const report = reader.toReport();
  return broken === undefined ? report : { ...report, damage: broken };
};

class JunitReader {
  hasRoot = false;
  private depth = 0;
  private current: OpenCase | null = null;
  private tool: string | null = null;
  private readonly tests: ReportedTest[] = [];
  private readonly problems: string[] = [];
  private errors = 0;
  /** What each open suite says about itself, and how many of its cases were bad when it began. */
  private readonly suites: { readonly name: string; readonly told: number; readonly before: number }[] = [];
  /** Failures and errors that were seen as elements. */
  private bad = 0;
  private warnings = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.depth += 1;
    if (this.depth === 1) this.hasRoot = name === 'testsuites' || name === 'testsuite';
    if (!this.hasRoot) return;
    if (name === 'testsuites' || name === 'testsuite') this.openSuite(attributes);
    else if (name === 'testcase') this.openCase(attributes);
    else if (OUTCOMES.has(name)) this.outcome(name, attributes);
  }

  close(name: string): void {
    this.depth -= 1;
    if (name === 'testcase' && this.current !== null) this.closeCase(this.current);
    if (name === 'testsuites' || name === 'testsuite') this.closeSuite();
  }

  private openSuite(attributes: Readonly<Record<string, string>>): void {
    const name = attributes['name'] ?? '';
    const told = COUNTS.reduce((sum, count) => sum + toCount(attributes[count]), 0);
    this.suites.push({ name, told, before: this.bad });
    if (/^pytest/.test(name)) this.tool = 'pytest';
    else if (name === 'vitest tests') this.tool = 'vitest';
    else if (name === 'jest tests') this.tool = 'jest';
    else if (/^Mocha/.test(name)) this.tool = 'mocha';
    else if (attributes['package'] === 'org.eslint') this.tool = 'eslint';
  }

  private closeSuite(): void {
    const suite = this.suites.pop();
    if (suite === undefined || suite.told <= this.bad - suite.before) return;
    this.problems.push(`${suite.name || 'a suite'} counts ${suite.told} failures or errors`);
    // The suites around it count them again.
    this.bad = Math.max(this.bad, suite.before + suite.told);
  }

  private openCase(attributes: Readonly<Record<string, string>>): void {
    this.current = {
      name: this.nameOf(attributes),
      failures: 0,
      errors: 0,
      isSkipped: false,
      isExcused: false,
      isWarning: false,
      isTold: false,
    };
    // node:test repeats the failure as an attribute.
    if ((attributes['failure'] ?? '') !== '') this.current.isTold = true;
    if (/^(?:fail|failed|failure|error)$/i.test(attributes['status'] ?? attributes['result'] ?? ''))
      this.current.isTold = true;
    if (/^(?:skipped|disabled|notrun)$/i.test(attributes['status'] ?? '')) this.current.isSkipped = true;
  }

  private outcome(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.current === null) {
      const suite = this.suites.at(-1)?.name ?? '';
      if (name !== 'skipped') this.problems.push(`${suite || 'a suite'}: ${attributes['message'] ?? name}`);
      this.bad += name === 'skipped' ? 0 : 1;
    } else if (name === 'skipped') {
      this.current.isSkipped = true;
      this.current.isExcused = attributes['type'] === 'todo';
    } else this.current[name === 'failure' ? 'failures' : 'errors'] += 1;
  }

  /** ESLint's formatter writes a warning as a failure too, and says so in its text. */
  say(text: string): void {
    if (this.tool === 'eslint' && this.current !== null && /^\s*line \d+, col \d+, Warning - /.test(text))
      this.current.isWarning = true;
  }

  private closeCase({ name, failures, errors, isSkipped, isExcused, isWarning, isTold }: OpenCase): void {
    const bad = Math.max(failures + errors, isTold ? 1 : 0);
    this.bad += bad;
    this.current = null;
    if (isWarning) {
      this.warnings += 1;
      this.tests.push({ name, status: 'passed' });
      return;
    }
    const failed = bad > 0 && !isExcused;
    if (failed && failures === 0 && errors > 0) this.errors += 1;
    this.tests.push({ name, status: failed ? 'failed' : isSkipped ? 'skipped' : 'passed' });
  }

  /** As the tool's own log names it, so that runs can be compared across formats. */
  private nameOf({ classname = '', name = '', file }: Readonly<Record<string, string>>): string {
    if (this.tool === 'pytest') return nameOfPytest(classname, name, file);
    if (this.tool === 'vitest') return classname === name || classname === '' ? name : `${classname} > ${name}`;
    if (this.tool === 'eslint') return `${this.suites.at(-1)?.name ?? ''}: ${name.replace(/^org\.eslint\./, '')}`;
    if (classname === 'test')
      return [...this.suites.map((suite) => suite.name).filter((part) => part !== ''), name].join(' > ');
    // mocha-junit-reporter has the title as the class, and all suites in the name.
    if (classname === '' || name.startsWith(classname) || name.endsWith(` ${classname}`)) return name || classname;
    return name === '' || classname.endsWith(name) ? classname : `${classname} > ${name}`;
  }

  toReport(): StructuredReport {
    return {
      ...EMPTY_REPORT,
      tool: this.tool,
      tests: this.tests,
      problems: this.problems,
      errors: this.errors,
      warnings: this.warnings,
      isLinter: this.tool === 'eslint',
    };
  }
}

/** `pkg.test_sum.TestGroup` and `test_even[1]` as `pkg/test_sum.py::TestGroup::test_even[1]`. */
function nameOfPytest(classname: string, name: string, file: string | undefined): string {
  if (classname === '') return name;
  const parts = classname.split('.');
  const firstClass = parts.findIndex((part, index) => index > 0 && /^_*[A-Z]/.test(part));
  const modules = firstClass === -1 ? parts : parts.slice(0, firstClass);
  const classes = firstClass === -1 ? [] : parts.slice(firstClass);
  return [file ?? `${modules.join('/')}.py`, ...classes, name].join('::');
}

function toCount(text: string | undefined): number {
  const value = Number(text ?? 0);
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
