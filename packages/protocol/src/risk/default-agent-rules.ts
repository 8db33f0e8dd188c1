import { deepFreeze } from '@batonkit/core/internal';
import type { AgentRule, AgentRules } from './agent-rules.ts';

const SOURCES = [
  '*.{java,kt,kts,groovy,scala,clj}',
  '*.{js,mjs,cjs,jsx,ts,mts,cts,tsx,vue,svelte}',
  '*.{py,rb,php,go,rs,c,h,cc,cpp,hpp,cs,swift,m,dart,ex,exs,erl,hs,ml,lua,pl,r,jl,sh,sql}',
];
const HIGH_ONLY = ['HIGH'] as const;
const MEDIUM_ONLY = ['MEDIUM'] as const;

/** The rules of a repository that has none of its own. */
export const DEFAULT_AGENT_RULES: AgentRules = deepFreeze({
  base: {
    HIGH: ['architecture', 'style', 'quality', 'build'],
    MEDIUM: ['architecture', 'quality'],
    LOW: ['architecture'],
  },
  rules: [
    {
      because: 'security components change',
      adds: ['security'],
      levels: [...HIGH_ONLY],
      changes: ['security'],
      paths: ['**/security/**', '**/auth/**', '**/crypto/**'],
    },
    { because: 'the task is about security', adds: ['security'], words: ['security', 'vulnerab*', 'secure'] },
    {
      because: 'the change is performance-critical',
      adds: ['performance'],
      changes: ['performance', 'performance_critical'],
      words: ['performance', 'latency', 'throughput', 'performance critical'],
    },
    {
      because: 'there is new functionality',
      adds: ['test'],
      changes: ['new_functionality', 'new_feature', 'feature'],
      words: ['new functionality', 'new feature', 'new features'],
    },
    {
      because: 'the change is user-facing',
      adds: ['usability'],
      changes: ['user_facing', 'ui', 'ux'],
      words: ['user facing', 'user interface', 'ui', 'ux', 'usability', 'error messages'],
    },
    {
      because: 'style or formatting files change',
      adds: ['style'],
      levels: [...MEDIUM_ONLY],
      changes: ['style'],
      paths: ['docs/code-style/**', '**/checkstyle*', '.editorconfig', '.prettierrc*', '.eslintrc*', 'eslint.config.*'],
      documentation: true,
    },
    {
      because: 'configuration or resource files change',
      adds: ['security'],
      levels: [...MEDIUM_ONLY],
      changes: ['configuration', 'config'],
      paths: ['**/resources/**', '*.properties', '*.yml', '*.yaml', '*.toml', '*.ini', '*.conf'],
    },
    {
      because: 'benchmarks or the performance of tests change',
      adds: ['performance'],
      levels: [...MEDIUM_ONLY],
      changes: ['benchmark', 'benchmarks', 'test_performance'],
      paths: ['**/benchmark/**', '**/benchmarks/**', '*Benchmark*', '*.bench.*', '**/jmh/**'],
    },
    { because: 'benchmarks are mentioned', adds: ['performance'], levels: [...MEDIUM_ONLY], words: ['benchmark*'] },
    {
      because: 'new code is created',
      adds: ['style', 'quality', 'build'],
      changes: ['new_code'],
      paths: SOURCES,
      words: [
        'new code',
        'implement*',
        'create*',
        'creating',
        'add',
        'adds',
        'adding',
        'introduce*',
        'introducing',
        'write',
      ],
    },
    { because: 'source files change', adds: ['build'], changes: ['source', 'sources'], paths: SOURCES },
    {
      because: 'behaviour is implemented, not only configured',
      adds: ['test'],
      changes: ['implementation'],
      paths: SOURCES,
      words: ['implement*', 'business logic', 'fix', 'fixes', 'fixing', 'bug', 'bugs'],
    },
    {
      because: 'a major feature is completed',
      adds: ['usability'],
      changes: ['major_feature', 'major_features'],
      words: ['major feature', 'major features'],
    },
    {
      because: 'code is refactored',
      adds: ['quality'],
      changes: ['refactoring', 'refactor'],
      words: ['refactor*'],
    },
    {
      because: 'authentication or authorization changes',
      adds: ['security'],
      changes: ['authentication', 'authorization', 'auth'],
      words: [
        'authenticat*',
        'authoriz*',
        'authoris*',
        'auth',
        'login',
        'log in',
        'oauth*',
        'password*',
        'permission*',
        'access control',
        'session token',
        'jwt',
      ],
    },
    {
      because: 'an external API or external data is integrated',
      adds: ['security'],
      changes: ['external_api', 'external_data', 'api_integration', 'data_integration'],
      words: [
        'external api',
        'external apis',
        'external data',
        'external service*',
        'third party',
        'api integration',
        'data integration',
        'webhook*',
      ],
    },
    {
      because: 'encryption or other cryptography is involved',
      adds: ['security'],
      changes: ['encryption', 'cryptography', 'crypto', 'cryptographic'],
      words: ['encrypt*', 'decrypt*', 'cryptograph*', 'crypto', 'cipher*', 'hashing', 'tls', 'ssl', 'certificate*'],
    },
    {
      because: 'input is validated or sanitized',
      adds: ['security'],
      changes: ['input_validation', 'validation', 'sanitization', 'sanitisation'],
      words: [
        'input validation',
        'validate input*',
        'validate user input*',
        'sanitiz*',
        'sanitis*',
        'untrusted input*',
      ],
    },
    {
      because: 'an algorithm is optimized',
      adds: ['performance'],
      changes: ['algorithm', 'algorithm_optimization', 'optimization'],
      words: ['algorithm*', 'optimiz*', 'optimis*'],
    },
    {
      because: 'a database or its queries are tuned',
      adds: ['performance'],
      changes: ['database', 'query', 'database_optimization', 'query_optimization'],
      words: ['database optimi*', 'query optimi*', 'optimize quer*', 'optimise quer*', 'slow quer*', 'database index*'],
    },
    {
      because: 'much memory or processor time is used',
      adds: ['performance'],
      changes: ['memory', 'cpu', 'memory_intensive', 'cpu_intensive'],
      words: ['memory intensive', 'cpu intensive', 'memory usage', 'cpu usage', 'memory leak*', 'resource intensive'],
    },
    {
      because: 'parser logic changes',
      adds: ['performance', 'security'],
      changes: ['parser', 'parser_logic', 'parsing'],
      words: ['parser*', 'parser logic', 'parsing', 'lexer*', 'tokenizer*'],
    },
    {
      because: 'an AST transformation changes',
      adds: ['quality', 'test'],
      changes: ['ast', 'ast_transformation'],
      words: ['ast', 'asts', 'syntax tree*', 'ast transform*'],
    },
    {
      because: 'syntax trees are parsed or code is formatted',
      adds: ['performance'],
      changes: ['ast_parsing', 'code_formatting'],
      words: ['ast parsing', 'parse the ast', 'code formatting', 'code formatter', 'formatter performance'],
    },
    {
      because: 'formatting rules are affected',
      adds: ['style'],
      changes: ['formatting', 'formatting_rules'],
      words: ['formatting rule*', 'formatting', 'formatter rule*', 'code style'],
    },
    analysis('architecture', ['architecture', 'architectural']),
    analysis('performance', ['performance', 'parser performance', 'formatter performance']),
    analysis('usability', ['ux', 'interface', 'usability']),
    analysis('security', ['security']),
    analysis('quality', ['code quality', 'quality']),
  ],
  exemptions: [
    {
      because: 'renames and moves do not change what runs',
      removes: ['performance'],
      words: ['rename*', 'renaming', 'move directory', 'move file*', 'moving file*', 'module rename*'],
    },
  ],
  models: { reviewer: 'Sonnet 4.5', updater: 'Haiku 4.5' },
});

/** A task that studies something calls in the domain it studies, also when only a document comes of it. */
function analysis(domain: string, subjects: readonly string[]): AgentRule {
  return {
    because: `the task analyses ${subjects[0] ?? domain}`,
    adds: [domain],
    changes: subjects.map((subject) => `${subject.replaceAll(' ', '_')}_analysis`),
    words: subjects.flatMap((subject) =>
      ['analysis', 'review', 'study', 'audit', 'research', 'assessment'].map((work) => `${subject} ${work}`),
    ),
    documentation: true,
  };
}
