import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';
import { holdsName, whyNotAPerson } from './why-not-a-person.ts';

const AT_WORK = ['run-1', 'claude', 'implementer', 'architecture-reviewer', 'grace/run-1'];

describe('the name of a person', () => {
  test.each([
    ...[
      'grace',
      'Grace Hopper',
      'Claudette',
      'claude shannon',
      'Ada, Countess of Lovelace',
      'Al',
      'An',
      'Мария',
      '山田 太郎',
    ],
    ...[
      'mcp-client:cursor/user',
      'mcp-client:claude-code/grace',
      'grace@example.com',
      'root',
      'Ai Weiwei',
      'Søren',
      'Robert De Niro',
      'El Greco',
      'Doe',
    ],
  ])('%j may be one', (by) => {
    expect(whyNotAPerson(by, AT_WORK)).toBeNull();
  });

  test.each([
    ...[
      'run 1',
      'RUN_1',
      'run\u20101',
      'run-1\u200b',
      'r\u00adun-1',
      'гun-1',
      'run-l',
      'run-1 (owner)',
      'session run-1',
      'rυn-1',
    ],
    ...[
      '@claude',
      '"claude"',
      'the claude',
      'cl@ude',
      'Claude, a person',
      'claude@x',
      'desk/claude',
      '𝐜𝐥𝐚𝐮𝐝𝐞',
      'ᴄʟᴀᴜᴅᴇ',
      'сlаudе',
    ],
    ...[
      'the implementer',
      'architecture reviewer',
      'architectureReviewer',
      'agent architecture-reviewer',
      'run-1/claude',
    ],
    ...[
      '-',
      '...',
      '\u3164',
      'agent',
      'The Agents',
      'owner',
      'me',
      'myself',
      'coordinator',
      'my bot',
      'mcp-client:x/run-1',
      'desk/the owner',
    ],
  ])('%j is not one', (by) => {
    expect(whyNotAPerson(by, AT_WORK)).not.toBeNull();
  });
});

/** Names of people, also where a part of one is a word or an agent's name as well. */
const PEOPLE =
  'Claude Monet|Jean-Claude Killy|Jean-Claude|Ada Lovelace|Gemma Ray|Devin Booker|Opus Grey|ci.chen@example.com|grace@openai.com|Grace (she/her)|Grace Hopper (maintainer)|Max|Al|My|Bo|李|김민준|Óscar|O’Neill|mary-ann|van der Berg|dev-grace|grace2|ada1|J. R. Hartley|Kimi Räikkönen|Devin Townsend|Jen Kins|Jenkins Smith|Judith Guest|Ai Tanaka|Jules Verne|Roo Panes|Junie Smith|Cody Miller|Seán O’Brien|Zed|jsmith42|Claude Shannon|Talbot|Elliot Abbott|Grace B. Hopper III|Roger Sessions|Mia Auto|Ian|Ines|Tim Cook|Claudia|Geminiani|Reviewa Test|Codey|Amparo|Julesa|Usha|Mena|Ismael|root|ubuntu|jdoe42|Mr. Hopper|Dr. Ada Lovelace|Ms Li|Julia Child|Elihu Root|Bolt Smith|Travis Scott|Hal Real|José|Björn|Łukasz|Bruno Main|talbot|Newman|Ki Tae|Chris Docker'.split(
    '|',
  );

/** What is no person's name, whoever is at work. */
const NOT_PEOPLE =
  "Claude|claude|CLAUDE|cla ude|C.L.A.U.D.E|claude-code|Claude Code|ClaudeCode|claude code 2.1|claude-opus-4-5|opus-4|Opus 4.1|sonnet|codex|codex-cli|gemini|Gemini 2.5 Pro|copilot|GitHub Copilot|github-actions|github-actions[bot]|cursor|Cursor Agent|devin|GPT-5|gpt5|gpt-4o-mini|ChatGPT|o3|AI|A.I.|ai agent|LLM|CI|ci/cd|ci-bot|CI 42|someone|anyone|somebody else (agent)|me|I|we|us|you|myself|the user|a human|human|person|team|the team|boss|tech lead|product owner|admin|approver|security-reviewer|arch-reviewer|architecture-reviewer-2|the architecture agent|architecture|the-agent|theagent|Agent Smith|grace-agent|agent grace|grace (agent)|grace (claude)|grace via Claude|grace via claude-code|claude for grace|Claude, for Grace|grace & codex|grace + AI|codex as grace|claude/grace|grace/claude|claude@anthropic.com|Claude <noreply@anthropic.com>|run|run-2|run 17|session|session-9|job 7|worker-3|x|n/a|none|null|undefined|unknown|anonymous|TBD|test|yes|approved|LGTM|auto|auto-approved|default|the|on behalf of the team|benutzer|usuario|用户|利用者|3f2a91c0-77aa-4e0b-9d3e-0a1b2c3d4e5f|аі|Theodor Bot|Cl4ude|C1aude|c0dex|C0p1lot|ag3nt|grace's Claude|Grace’s Claude|grace's agent|Grace Claude Code|Grace AI|AI Grace|grace-bot|Grace Bot|grace bot|Roo Code|Kilo Code|Amazon Q|CodeRabbit|Code Rabbit|Tabnine|Replit|Junie|OpenHands|Open Hands|Google Jules|CircleCI|Circle CI|Zed AI|Deep Seek|Git Hub|jen-kins|Jenkins|mcp|batonkit|baton|svc-deploy|grace-svc|service account|noreply|no-reply|noreply@example.com|guest|on behalf of grace|Grace, on behalf of Ada|im Auftrag von Grace|the maintainers|developers|Cascade|Cody|Bard|Factory Droid|coderabbitai|GLM-4.6|MiniMax|Ollama|LangGraph|LangChain|CrewAI|Zapier|Travis CI|Argo CD|Buildkite|cronjob|runner|executor|parent session|child process|terminal|shell|bash|hook|docker|localhost|whoami|all|all of us|everything|management|CTO|PM|devops|some developer|a real person|verified human|human-in-the-loop|HITL|Mr Claude|Dr. Claude|Claude Jr|Claude III|Claud3|placeholder|foo|foobar|asdf|ein Mensch|quelqu'un|qualcuno|кто-то|пользователь|人|某人|ユーザー|someone else|the person in front of the screen|project owner|Release Manager|scrum master|gracebot|virtual grace|grace (simulated)|grace (not really)|fake grace|pretend user|oncall engineer|large language model|бот|机器人|ボット|el agente|Roboter|inteligencia artificial|künstliche Intelligenz|bolt.new|another session|grace (delegated)|in place of grace|p.p. grace|xx|Perplexity|Qodo|Mentat|usr|uid 0|ses_01|whoever|whomever|my supervisor|the principal|Overseer|hooman|der Benutzer|el usuario|Kunde|사용자|인간|مستخدم|kullanıcı|użytkownik|user simulator|build server|end user|a colleague|senior engineer|superuser|API key|token|chrome|vscode|grace 🤖|AI grace|pp grace|John Doe|J. Doe|Max Mustermann|cl4ude".split(
    '|',
  );

describe('whoever is at work', () => {
  test.each(PEOPLE)('%j may be a person', (by) => {
    expect(whyNotAPerson(by, [])).toBeNull();
    expect(whyNotAPerson(by, ['run-1', 'claude', 'ada', 'architecture-reviewer', 'mcp-client:cursor'])).toBeNull();
  });

  test.each(NOT_PEOPLE)('%j is no person', (by) => {
    expect(whyNotAPerson(by, [])).not.toBeNull();
  });
});

test.each([
  ...[
    'run-1/grace',
    'grace via run-1',
    'grace (run-1)',
    'grace run-1',
    'run-01',
    'grace-run-001',
    'gracerun1',
    'run-1grace',
  ],
  ...[
    'run-1 for grace',
    'on behalf of run-1',
    'root/run-1',
    'grace@run-1',
    'grace#run_1',
    'grace, run 1',
    '[run-1] grace',
  ],
  ...[
    'grace via ada',
    'ada/grace',
    'grace (ada)',
    'ada for grace',
    'ada, grace',
    'grace & ada',
    'grace as ada',
    'ada-2',
    'ⓐⓓⓐ',
    'the friend behind ada',
    'a.d.a',
  ],
  ...['grace architecture-reviewer', 'grace (Architecture Updater)', 'painter', 'the painter', 'grace via painter'],
])('%j holds the name of who is at work', (by) => {
  const names = ['run-1', 'ada', 'painter', 'architecture-reviewer', 'architecture-updater'];
  expect(whyNotAPerson(by, names)).toContain('at work');
});

describe('a name at work', () => {
  const letters = fc.stringMatching(/^[b-hj-km-np-z]{3,8}$/);
  const session = fc.tuple(letters, fc.integer({ min: 1, max: 9999 })).map(([word, number]) => `${word}-${number}`);
  const spelling = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => name.toUpperCase(),
    (name) => name.replace('-', ' '),
    (name) => name.replace('-', '_'),
    (name) => name.replace('-', '-0'),
    (name) => name.replace('-', '\u2011'),
    (name) => [...name].join('\u200b'),
    (name) => name.normalize('NFD').replace(/^./, '$&\u0301'),
    (name) => name.replaceAll('1', 'l').replaceAll('0', 'O'),
  );
  const frame = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `grace via ${name}`,
    (name) => `grace (${name})`,
    (name) => `${name}/grace`,
    (name) => `grace ${name}`,
    (name) => `${name} Hopper`,
    (name) => `"${name}"`,
    (name) => `grace <${name}@example.com>`,
    (name) => `mcp-client:zed/${name}`,
  );

  test('is found in every spelling and in every longer name', () => {
    fc.assert(
      fc.property(session, spelling, frame, (name, spell, put) => {
        expect(whyNotAPerson(put(spell(name)), [name])).not.toBeNull();
      }),
    );
  });

  test('keeps nobody else from being a person', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PEOPLE), fc.array(session, { maxLength: 5 }), (by, names) => {
        const others = names.filter((name) => !by.toLowerCase().includes(name.replace(/-.*/, '')));
        expect(whyNotAPerson(by, others)).toBeNull();
      }),
    );
  });

  test('that is one word is refused alone and may be a given name beside a family name', () => {
    fc.assert(
      fc.property(letters, letters, (given, family) => {
        fc.pre(whyNotAPerson(given, []) === null && whyNotAPerson(family, []) === null && given !== family);
        expect(whyNotAPerson(given, [given])).not.toBeNull();
        expect(whyNotAPerson(`${family} (${given})`, [given])).not.toBeNull();
        expect(whyNotAPerson(`${given} ${family}`, [given])).toBeNull();
      }),
    );
  });
});

test('a name has a length, and is read in time', () => {
  const start = processorTime();
  for (const part of ['claude', 'a ', '(', '@a.', 'x@', ' 0']) {
    expect(whyNotAPerson(`grace ${part.repeat(100_000)}`, ['run-1'])).toContain('too long');
    whyNotAPerson(`grace ${part.repeat(200 / part.length - 7)}`, ['run-1', 'ada']);
  }
  expect(processorTime() - start).toBeLessThan(2000);
});

test('a session that reads like another holds its name; one without letters or digits has none', () => {
  expect([holdsName('RUN-1 ', 'run-1'), holdsName('run-2', 'run-1'), holdsName('🦊', '🐻')]).toEqual([
    true,
    false,
    false,
  ]);
});
