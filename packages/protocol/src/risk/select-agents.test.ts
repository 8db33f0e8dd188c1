import { describe, expect, test } from 'vitest';
import { type AgentQuestion, selectAgents } from './select-agents.ts';

const CODE = ['src/main/java/A.java'];

function domains(question: Partial<AgentQuestion>): readonly string[] {
  const { agents } = selectAgents({ level: 'MEDIUM', paths: ['x.bin'], description: '', changes: [], ...question });
  return agents.filter((agent) => agent.endsWith('-reviewer')).map((agent) => agent.slice(0, -'-reviewer'.length));
}

test.each([
  ['HIGH', ['architecture', 'style', 'quality', 'build']],
  ['MEDIUM', ['architecture', 'quality']],
  ['LOW', ['architecture']],
] as const)('the base set of %s', (level, expected) => {
  expect(domains({ level })).toEqual(expected);
});

test('gives each domain a reviewer and an updater, each with a reason and a model', () => {
  const { agents, reasons, models } = selectAgents({
    level: 'HIGH',
    paths: CODE,
    description: 'Implement OAuth login',
    changes: ['new_code'],
  });
  expect(agents).toContain('security-reviewer');
  expect(agents).toContain('security-updater');
  expect(agents).toEqual(Object.keys(reasons));
  expect(agents).toEqual(Object.keys(models));
  expect(new Set(agents).size).toBe(agents.length);
  expect(reasons['security-reviewer']).toBe('authentication or authorization changes ("login")');
  expect(reasons['style-updater']).toBe('base set of HIGH; new code is created (the caller says new_code)');
  expect(models).toMatchObject({ 'build-reviewer': 'Sonnet 4.5', 'build-updater': 'Haiku 4.5' });
});

describe('rules', () => {
  test.each([
    ['new_code', ['style', 'quality', 'build']],
    ['implementation', ['test']],
    ['major_feature', ['usability']],
    ['authentication', ['security']],
    ['authorization', ['security']],
    ['external_api', ['security']],
    ['external_data', ['security']],
    ['encryption', ['security']],
    ['input_validation', ['security']],
    ['sanitization', ['security']],
    ['algorithm', ['performance']],
    ['database', ['performance']],
    ['memory', ['performance']],
    ['cpu', ['performance']],
    ['parser', ['performance', 'security']],
    ['ast_transformation', ['quality', 'test']],
    ['formatting_rules', ['style']],
    ['architecture_analysis', ['architecture']],
    ['performance_analysis', ['performance']],
    ['ux_analysis', ['usability']],
    ['security_analysis', ['security']],
    ['code_quality_analysis', ['quality']],
    ['new_functionality', ['test']],
    ['user_facing', ['usability']],
    ['refactoring', ['quality']],
    ['code_formatting', ['performance']],
  ] as const)('%s adds %j, however it is written', (change, added) => {
    const camel = change.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const changes of [[change], [camel], [change.replaceAll('_', '-')], { [camel]: true, ignored: false }]) {
      expect(domains({ level: 'LOW', changes })).toEqual([...new Set(['architecture', ...added])]);
    }
  });

  test.each([
    ['Rework the authorization checks', CODE, 'security'],
    ['Call the external API of the bank', CODE, 'security'],
    ['Encrypt the cache', CODE, 'security'],
    ['Sanitize file names', CODE, 'security'],
    ['Input validation for dates', CODE, 'security'],
    ['Optimize the sort algorithm', CODE, 'performance'],
    ['Query optimization', CODE, 'performance'],
    ['Reduce memory usage', CODE, 'performance'],
    ['Change the parser logic', CODE, 'performance'],
    ['Change the parser logic', CODE, 'security'],
    ['New AST transformation', CODE, 'test'],
    ['Change formatting rules', CODE, 'style'],
    ['Refactor the loader', CODE, 'quality'],
    ['Redesign the user interface', CODE, 'usability'],
    ['Implement a cache', CODE, 'test'],
    ['Implement a cache', CODE, 'style'],
    ['Security analysis of the login', ['docs/report.md'], 'security'],
    ['Performance analysis of the parser', ['docs/report.md'], 'performance'],
    ['UX review', ['docs/report.md'], 'usability'],
    ['Code quality review', ['docs/report.md'], 'quality'],
    ['x', ['docs/code-style/java.md'], 'style'],
    ['x', ['src/main/resources/a.properties'], 'security'],
    ['x', ['src/test/benchmarks/A.java'], 'performance'],
    ['x', CODE, 'build'],
  ] as const)('%j with %j calls in %s', (description, paths, domain) => {
    expect(domains({ description, paths })).toContain(domain);
  });

  test.each([
    ['Rename the Maven module performance-core', CODE, 'performance'],
    ['Rename the parser directory', CODE, 'performance'],
    ['Document the login and the parser', ['docs/guide.md'], 'security'],
    ['Document the new feature', ['README.md'], 'test'],
    ['Add a line to the readme', ['README.md'], 'style'],
    ['Broadcast an author list', CODE, 'security'],
  ] as const)('%j with %j does not call in %s', (description, paths, domain) => {
    expect(domains({ level: 'LOW', description, paths })).not.toContain(domain);
  });

  test('security components call in security at HIGH', () => {
    expect(domains({ level: 'HIGH', paths: ['app/security/A.kt'] })).toContain('security');
  });
});

test('a repository sets its own agents and models', () => {
  const rules = {
    agents: {
      base: { HIGH: ['legal'], MEDIUM: [], LOW: [] },
      rules: [{ because: 'licences change', adds: ['legal'], paths: ['LICENSE'] }],
      models: { reviewer: 'large', updater: 'small' },
    },
  };
  const { agents, models } = selectAgents({ level: 'LOW', paths: ['LICENSE'], description: '', changes: [], rules });
  expect(agents).toEqual(['architecture-reviewer', 'architecture-updater', 'legal-reviewer', 'legal-updater']);
  expect(models['legal-updater']).toBe('small');
});
