import * as z from 'zod';
import { deepFreeze, type DeepReadonly } from '../record/freeze.ts';
import { LabelSchema, TextSchema } from '../record/stored-values.ts';
import { GlobSchema } from './glob-schema.ts';
import { RiskLevelSchema } from './task-state.ts';

/** A field of review, such as `security`; its agents are `security-reviewer` and `security-updater`. */
const DomainSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,50}$/, 'must be lower-case letters, digits, "_" or "-"');
const WordsSchema = z.array(TextSchema.min(1).max(200)).max(200);

/**
 * One reason to call a domain in. It holds when the caller names one of `changes`, or when all of the other conditions given hold:
 * some path matches, the description has one of the words.
 */
export const AgentRuleSchema = z.strictObject({
  /** What a person reads: "the change touches ...". */
  because: TextSchema.min(1).max(300),
  adds: z.array(DomainSchema).min(1),
  /** The levels the rule is for; all when left out. */
  levels: z.array(RiskLevelSchema).min(1).optional(),
  changes: z.array(LabelSchema).optional(),
  paths: z.array(GlobSchema).max(500).optional(),
  words: WordsSchema.optional(),
  /** Also for a change of documentation only, where words are no sign of changed code. */
  documentation: z.boolean().optional(),
});

/** One rule: see {@link AgentRuleSchema}. */
export type AgentRule = DeepReadonly<z.infer<typeof AgentRuleSchema>>;

/** Who looks at a change. */
export const AgentRulesSchema = z.strictObject({
  /** The domains of a level, whatever the change. */
  base: z.strictObject({ HIGH: z.array(DomainSchema), MEDIUM: z.array(DomainSchema), LOW: z.array(DomainSchema) }),
  rules: z.array(AgentRuleSchema).max(200),
  /** Simple operations that need no agent of a domain, unless a path or the caller asks for it. */
  exemptions: z
    .array(z.strictObject({ because: TextSchema.min(1).max(300), removes: z.array(DomainSchema), words: WordsSchema }))
    .max(50),
  /** A hint which model to run each kind of agent on. */
  models: z.strictObject({ reviewer: LabelSchema, updater: LabelSchema }),
});

/** Who looks at a change: see {@link AgentRulesSchema}. */
export type AgentRules = DeepReadonly<z.infer<typeof AgentRulesSchema>>;

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
function analysis(domain: string, subjects: readonly string[]): z.infer<typeof AgentRuleSchema> {
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
