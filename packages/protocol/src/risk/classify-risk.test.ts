import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyChange, classifyRisk } from './classify-risk.ts';
import { parseRiskRules } from './parse-risk-rules.ts';
import { DEFAULT_RISK_RULES } from './default-risk-rules.ts';
import type { RiskLevel } from '../states/task-state.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

test.each([
  ['src/main/java/Parser.java', 'HIGH'],
  ['src/Main.java', 'HIGH'],
  ['pom.xml', 'HIGH'],
  ['parser/pom.xml', 'HIGH'],
  ['.github/workflows/ci.yml', 'HIGH'],
  ['.github/PULL_REQUEST_TEMPLATE.md', 'HIGH'],
  ['app/security/Login.kt', 'HIGH'],
  ['docs/security/model.md', 'HIGH'],
  ['checkstyle.xml', 'HIGH'],
  ['config/checkstyle-main.xml', 'HIGH'],
  ['CLAUDE.md', 'HIGH'],
  ['packages/x/CLAUDE.md', 'HIGH'],
  ['docs/CLAUDE.md', 'HIGH'],
  ['docs/project/task-protocol.md', 'HIGH'],
  ['docs/project/critical-rules.md', 'HIGH'],
  ['task-protocol.md', 'HIGH'],
  ['critical-rules.md', 'HIGH'],
  ['src/test/java/ParserTest.java', 'MEDIUM'],
  ['src/test/java/Fixture.java', 'MEDIUM'],
  ['src/parser/ParserTest.java', 'MEDIUM'],
  ['module/ParserTest.java', 'MEDIUM'],
  ['module/deep/ParserTests.java', 'MEDIUM'],
  ['docs/code-style/java.md', 'MEDIUM'],
  ['docs/code-style/rules.xml', 'MEDIUM'],
  ['src/main/resources/app.properties', 'MEDIUM'],
  // Instructions for agents, however they are spelled and wherever they lie.
  ...[
    ...[
      'agents.md',
      'Agents.md',
      'claude.md',
      'docs/agents.md',
      'docs/Claude.local.md',
      'docs/gemini.MD',
      'AGENTS.override.md',
    ],
    ...[
      '.cursorrules',
      'docs/.CursorRules',
      '.windsurfrules',
      '.clinerules',
      '.mcp.json',
      '.github/copilot-instructions.md',
    ],
    ...['docs/Copilot-Instructions.md', 'docs/x.instructions.md', 'docs/review.prompt.md', 'docs/.Claude/notes.md'],
    ...[
      'docs/.claude/README.md',
      'docs/.cursor/rules/a.md',
      '.roo/README.md',
      '.GitHub/prompts/README.md',
      'docs/skill.md',
    ],
  ].map((path): [string, RiskLevel] => [path, 'HIGH']),
  ['docs/agents-in-practice.md', 'LOW'],
  ['docs/claude-shannon.md', 'LOW'],
  ['README.md', 'LOW'],
  ['docs/guide/start.md', 'LOW'],
  ['todo.md', 'LOW'],
  ['notes/a.txt', 'LOW'],
  ['build.log', 'LOW'],
  ['src/README', 'LOW'],
  ['lib/README.adoc', 'LOW'],
  ['Makefile', 'HIGH'],
  ['lib/parser.rs', 'HIGH'],
  ['./README.md', 'LOW'],
  ['docs\\guide\\start.md', 'LOW'],
  ['docs/../src/Main.java', 'HIGH'],
  ['../README.md', 'HIGH'],
  ['/etc/README.md', 'HIGH'],
  ['~/README.md', 'HIGH'],
  ['', 'HIGH'],
  ['README.md\0', 'HIGH'],
] as const)('%j is %s', (path, level) => {
  const assessment = classifyRisk({ paths: [path] });
  expect(assessment.level).toBe(level);
  expect(assessment.variant).toBe({ HIGH: 'FULL', MEDIUM: 'ABBREVIATED', LOW: 'STREAMLINED' }[level]);
  expect(assessment).toMatchObject({ method: 'pattern_match', triggers: [] });
  expect(assessment.reasons).toHaveLength(1);
});

describe('escalation', () => {
  test.each(DEFAULT_RISK_RULES.escalation_keywords)('%s raises one level', (word) => {
    const description = `Some ${word.toUpperCase()}, explained`;
    const raised = classifyRisk({ paths: ['README.md'], description });
    expect(raised).toMatchObject({ level: 'MEDIUM', method: 'keyword_trigger', triggers: [word] });
    expect(raised.reasons.at(-1)).toContain(`"${word}"`);
    expect(classifyRisk({ paths: ['docs/code-style/x.md'], description }).level).toBe('HIGH');
    expect(classifyRisk({ paths: ['pom.xml'], description })).toMatchObject({ level: 'HIGH', method: 'pattern_match' });
  });

  test.each(['a statement', 'apis', 'rapid', 'stateless', 'insecurity', 'api_key', 'unbreaking', 'dependencyless'])(
    '%s does not',
    (description) => {
      expect(classifyRisk({ paths: ['README.md'], description }).level).toBe('LOW');
    },
  );

  test('raises once, however many words there are', () => {
    const { level, triggers } = classifyRisk({ paths: ['README.md'], description: 'breaking api state security' });
    expect(level).toBe('MEDIUM');
    expect(triggers).toEqual(['security', 'breaking', 'api', 'state']);
  });
});

describe('overrides', () => {
  test('an explicit level stands', () => {
    const low = classifyRisk({ paths: ['pom.xml'], description: 'security', override: 'LOW' });
    expect(low).toMatchObject({
      level: 'LOW',
      variant: 'STREAMLINED',
      method: 'manual_override',
      triggers: ['security'],
    });
    expect(low.reasons.at(-1)).toBe('LOW by override; the patterns alone say HIGH.');
  });

  test('the full protocol beats everything', () => {
    const full = classifyRisk({ paths: ['README.md'], override: 'LOW', forceFullProtocol: true });
    expect(full).toMatchObject({ level: 'HIGH', variant: 'FULL', method: 'manual_override' });
  });
});

test('no paths are HIGH', () => {
  expect(classifyRisk({ paths: [] })).toMatchObject({ level: 'HIGH', reasons: [expect.stringContaining('no paths')] });
});

test('more paths never lower the level', () => {
  const path = fc.constantFrom('README.md', 'pom.xml', 'src/test/A.java', 'x', 'docs/a.md', '', '../x');
  fc.assert(
    fc.property(fc.array(path, { minLength: 1 }), path, (paths, more) => {
      const rank = ['LOW', 'MEDIUM', 'HIGH'];
      const before = rank.indexOf(classifyRisk({ paths }).level);
      return rank.indexOf(classifyRisk({ paths: [...paths, more] }).level) >= before;
    }),
  );
});

test('any path gets a level, in linear time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) =>
      ['HIGH', 'MEDIUM', 'LOW'].includes(classifyRisk({ paths: [path] }).level),
    ),
  );
  const started = processorTime();
  for (const unit of ['a/', '../', 'resources/', '*', 'security/'])
    expect(
      classifyRisk({ paths: [unit.repeat(200_000), unit.repeat(300)], description: unit.repeat(200_000) }).level,
    ).toBe('HIGH');
  expect(processorTime() - started).toBeLessThan(2000);
});

test.each([
  [['README.md', 'docs/a.md', 'todo.md'], 'documentation_only'],
  [['a.properties'], 'config_only'],
  [['README.md', 'a.yaml'], 'config_only'],
  [['README.md', 'src/Main.java'], 'code'],
  [['Makefile'], 'code'],
  [['../README.md'], 'code'],
  [[], 'code'],
] as const)('%j is %s', (paths, kind) => {
  expect(classifyChange(paths)).toBe(kind);
});

describe('rules of a repository', () => {
  test('replace what they name and keep the rest', () => {
    const text = '{"version": 1, "levels": {"HIGH": ["lib/**"], "MEDIUM": [], "LOW": ["lib/docs/**"]}}';
    const rules = parseRiskRules('rules.json', text)._unsafeUnwrap();
    expect(classifyRisk({ paths: ['lib/a.go'], rules }).level).toBe('HIGH');
    expect(classifyRisk({ paths: ['lib/docs/a.go'], rules }).level).toBe('LOW');
    expect(classifyRisk({ paths: ['lib/docs/a.go'], description: 'api', rules }).level).toBe('MEDIUM');
    expect(Object.isFrozen(rules.levels)).toBe(true);
  });

  test('extglobs are not read as such', () => {
    const rules = { levels: { HIGH: [], MEDIUM: [], LOW: ['+(a|b).md'] } };
    expect(classifyRisk({ paths: ['a.md'], rules }).level).toBe('HIGH');
  });

  test.each([
    ['', 1],
    ['version: 2', 1],
    ['version: 1\nlevles: {}', 1],
    ['version: 1\nversion: 1', 2],
    ['version: 1\nlevels: {HIGH: ["/x"], MEDIUM: [], LOW: []}', 2],
    ['version: 1\nlevels: {HIGH: ["!x"], MEDIUM: [], LOW: []}', 2],
    ['version: 1\nagents:\n  models:\n    reviewer: ""\n    updater: x', 4],
    ['{', 1],
  ])('%j is refused at line %i', (text, line) => {
    const failed = parseRiskRules('rules.yaml', text)._unsafeUnwrapErr();
    expect(failed.code).toBe('SchemaViolation');
    expect(failed.data.problems[0]?.line).toBe(line);
    expect(failed.message).toContain(`rules.yaml:${line}`);
  });
});

test('gives no more reasons than a record takes, the riskiest path among them', () => {
  const many = Array.from({ length: 400 }, (_, index) => `docs/${'😀'.repeat(index)}.md`);
  const { level, reasons } = classifyRisk({ paths: [...many, 'pom.xml'], override: 'LOW' });
  expect(level).toBe('LOW');
  expect(reasons).toHaveLength(50);
  expect(reasons[0]).toContain('pom.xml is HIGH');
  expect(reasons.at(-2)).toBe('353 more paths are not above HIGH.');
  for (const reason of reasons) expect(reason).not.toMatch(/\p{Surrogate}/u);
});

test('rules of a repository make instructions for agents MEDIUM, but never LOW', () => {
  const rules = { levels: { HIGH: [], MEDIUM: ['docs/**'], LOW: ['**/*.md', '.cursorrules', 'AGENTS.md'] } };
  const levelOf = (path: string): string => classifyRisk({ paths: [path], rules }).level;
  expect(['AGENTS.md', 'a/claude.md', '.cursorrules', 'a/b.md'].map(levelOf)).toEqual(['HIGH', 'HIGH', 'HIGH', 'LOW']);
  expect(levelOf('docs/agents.txt')).toBe('MEDIUM');
  expect(classifyChange(['README.md', 'agents.md'])).toBe('code');
  expect(classifyRisk({ paths: ['docs/agents.md'] }).reasons).toEqual([
    'docs/agents.md is HIGH: agents take it as instructions.',
  ]);
});
