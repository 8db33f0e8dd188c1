import type { Unmet } from '@batonkit/core';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';

/** Longer than any name. */
const MAX_LENGTH = 200;

/** Who works or worked on a task. */
export interface AtWork {
  readonly sessions: readonly string[];
  /** Names of sessions, actors, roles and agents. */
  readonly names: readonly string[];
}

/** Finds who is at work on a task, in its record and among those that the audit names. */
export function findAtWork(record: ProtocolRecord, workers: ProtocolFacts['workers']): AtWork {
  const { owner = null, agents = {} } = record.protocol ?? {};
  const admitted = record.roles.flatMap((role) => record.coordination[role]?.session_id ?? []);
  const sessions = [...(owner === null ? [] : [owner.session]), ...admitted, ...(workers?.sessions ?? [])];
  const actors = [...(owner === null ? [] : [owner.actor]), ...(workers?.actors ?? [])];
  return { sessions, names: [...sessions, ...record.roles, ...Object.keys(agents), ...actors] };
}

/** Words for what is at work. No person's name holds one. */
const WORKERS =
  'agent agents subagent subagents assistant assistants chatbot llm reviewer reviewers implementer updater validator coordinator orchestrator executor autopilot autonomous simulated simulation virtual fake proxy pretend pretended assumed presumed imaginary fictional delegated someone somebody anyone anybody everyone agente agentes агент агента бот бота робот автомат автоматически 机器人 智能体 人工智能 代理 助手 ボット エージェント アシスタント 에이전트 봇';
/** Words for machines, and names of agents and their models. Some are given names, too: beside another name they may be a person's. */
const MACHINES =
  'ai ml bot bots robot ci cd auto automatic automated automation script pipeline workflow cron daemon process program machine computer system service server session run job worker thread task tool model api cli sdk code coder pro flash mini nano turbo preview claude opus sonnet haiku anthropic openai chatgpt gpt codex gemini gemma copilot cursor devin aider cline windsurf opencode llama mistral grok deepseek qwen kimi jules amp droid goose kiro jenkins circleci git github gitlab actions action dependabot renovate roo kilo amazon google junie coderabbit greptile tabnine replit openhands devstral sourcegraph mcp baton batonkit svc deploy deployer deployment account noreply bard bolt cascade cody factory lovable augment continue warp trae manus coderabbitai sweep glm minimax ollama vllm langgraph langchain crewai autogpt bedrock vertex zapier travisci buildkite argocd teamcity drone cronjob runner impl terminal console tty shell bash zsh stdin hook hooks webhook docker container devcontainer ide editor plugin extension localhost sudo whoami pid language large llms buildbot mergebot perplexity phind sourcery qodo mentat cortana automat automatisch roboter automático ki ia künstliche intelligenz inteligencia artificial intelligence artificielle';
/** Words for people in general, for nobody, and what a form has where a name should be. */
const NOBODY =
  'build end senior junior head superuser sure colleague legal finance deadbeef uuid token key secret password browser chrome slack email inbox form elicitation playwright protocol audit doctor guard store vscode controller simulator me myself self we us you yourself he she they him her them it nobody noone none null nil undefined unknown anonymous somebody someone anybody anyone everybody everyone user users username usr uid ses sess whoever whomever hooman supervisor overseer principal guest guests visitor person people human humans man woman admin admins administrator owner owners approver approvers maintainer maintainers developer developers dev devs engineer engineers author committer tester planner architect manager operator stakeholder customer client lead boss team member company product project release scrum master oncall call on-call front behind screen keyboard desk another other second new tech architecture arch security performance quality style design docs documentation testing qa review frontend backend parent child main sub some real true actual verified definitely being hitl in loop everything all management staff personnel po pm cto ceo cfo vp hr ops devops sre anon placeholder lorem foo bar baz foobar qux asdf qwerty abc xxx xyz delegate deputy approve approved approval lgtm yes no ok okay default test example todo tbd na name your the this that these is as by for of on our via behalf actor role ich jemand niemand ein eine mensch benutzer nutzer entwickler kollege chef yo alguien nadie usuario humano moi personne quelqu un quelqun utilisateur qualcuno nessuno utente umano alguém ninguém usuário iemand niemand gebruiker mens ktoś nikt użytkownik кто то кто-то человек пользователь никто я der die das den ein el la los un una le les il lo o os het de kunde kundin kollegin χρήστης kullanıcı användare bruger käyttäjä felhasználó uživatel pengguna người dùng مستخدم משתמש המשתמש 사용자 인간 사람 人 某人 有人 誰か だれか ユーザー ユーザ 用户 用戶 利用者 人間';
/** Words that make a machine of the name before them: "Grace AI", "grace-bot", "Roo Code". */
const SUFFIXES = 'ai bot code svc service ci cd cli';
/** Pieces of names of products that are written apart: "Deep Seek" is no "Jen Kins". */
const PIECES = 'chat circle code deep dev git open wind';
/** Words that say nothing beside others, and may be a name alone. */
const FILLERS = 'a an my mr mrs ms mx dr prof sir madam jr sr ii iii';

/**
 * Why `by` is not the name of a person who could decide about the work of `names`; `null` when it may be one. Names are compared without case,
 * accents, blanks, punctuation, look-alike letters and leading zeros. A name at work counts anywhere in `by`; one that is a single word, as a given
 * name is, may stand beside a family name. So may the name of an agent product: "Claude Monet" may be a person, "Claude" and "claude-code" are not.
 *
 * @example
 * ```ts
 * whyNotAPerson('grace', ['run-1', 'ada']); // => null
 * whyNotAPerson('Ada Lovelace', ['run-1', 'ada']); // => null
 * whyNotAPerson('grace (run-01)', ['run-1', 'ada']); // => '"grace (run-01)" holds the name of a session, actor, role or agent at work'
 * whyNotAPerson('Claude Code', []); // => '"Claude Code" names an agent, a program or nobody in particular'
 * ```
 */
export function whyNotAPerson(by: string, names: readonly string[]): string | null {
  if (by.length > MAX_LENGTH) return `"${by.slice(0, 40)}…" is too long for a name`;
  const typed = by.replace(CLIENT, '');
  // What an MCP client says of a person who gave no name.
  if (typed !== by && typed === 'user') return null;
  const plain = typed.normalize('NFKD').replaceAll(INVISIBLE, '');
  if (plain.split(/\s+/).some((word) => MIXED.test(word))) return `"${by}" mixes alphabets within a word`;
  if (PHONETIC.test(plain)) return `"${by}" has letters that only look like those of a name`;
  if (!/\p{L}/u.test(plain)) return `"${by}" has no letters`;
  const spellings = [plain, plain.replaceAll(/[@$3457]/g, (sign) => SIGNS[sign] ?? sign)];
  const atWork = names.flatMap((name) => [name, name.replace(CLIENT_ITSELF, '')]);
  if (spellings.some((spelling) => atWork.some((name) => holdsName(spelling, name))))
    return `"${by}" holds the name of a session, actor, role or agent at work`;
  return isNobody(plain) ? `"${by}" names an agent, a program or nobody in particular` : null;
}

/** Whether `typed` is, or is said to be, what is called `name`. */
export function holdsName(typed: string, name: string): boolean {
  const wanted = foldName(name);
  if (wanted === '') return false;
  const isGivenName = foldWords(name).length === 1 && !/\p{N}/u.test(name);
  if (isGivenName)
    return splitSegments(typed)
      .map(foldWords)
      .some((part) => part.join('') === wanted || trimSilent(part).join('') === wanted);
  const words = foldWords(typed);
  if (words.some((_, from) => readsAs(words, from, wanted))) return true;
  return wanted.length >= 4 && /\p{N}/u.test(name) && toWords(typed).join('').includes(toWords(name).join(''));
}

/** Whether some words in a row, from one of them on, are `wanted`. */
function readsAs(words: readonly string[], from: number, wanted: string): boolean {
  let read = '';
  for (let at = from; read.length < wanted.length && at < words.length; at += 1) read += words[at] ?? '';
  return read === wanted;
}

/** True for what names no person: no word of it could be a name, or a part of it names a machine. */
function isNobody(typed: string): boolean {
  // Where somebody has a mailbox says nothing about who they are; neither do pronouns.
  const own = typed
    .replaceAll(/@[\w-]+(?:\.[\w-]+)+/g, ' ')
    .replaceAll(/\((?:he|she|they)\/\p{L}+(?:\/\p{L}+)?\)/giu, '');
  if (EXAMPLE.test(own)) return true;
  if (toWords(own).some((word) => toLetters(word).some((read) => workers.has(read)))) return true;
  if (/(?<!\p{L})(?:behalf|auftrag|(?:in|instead) (?:the )?(?:place )?of|p\.? ?p\.?|not really)(?!\p{L})/iu.test(own))
    return true;
  const places = own.split(PATH).filter((place) => toWords(place).length > 0);
  const ends = [own, places[0] ?? '', places.at(-1) ?? ''];
  return ends.some((place) => !holdsHuman(place)) || splitSegments(own).some(isMachine);
}

function isMachine(typed: string): boolean {
  const words = toWords(typed);
  // "Ai Weiwei" is a person, "AI Weiwei" is not.
  if (words.length > 1 && (suffixes.has(words.at(-1) ?? '') || /(?<!\p{L})AI (?=\p{L})/u.test(typed))) return true;
  return !holdsHuman(typed) && words.some((word) => toLetters(word).some((read) => machines.has(read)));
}

/** Whether words can be a person's name: not all of them are known for something else, are numbers, or are single letters. */
function holdsHuman(typed: string): boolean {
  const words = toWords(typed);
  if (!isFullName(typed) && isClosed(words.join(''))) return false;
  return words.some(isHuman) || words.every((word) => fillers.has(word) && word.length > 1);
}

/** A given and a family name, which may read as something else together: "Jen Kins". */
function isFullName(typed: string): boolean {
  const [given = ''] = toWords(typed);
  return /^\s*\p{Lu}\p{Ll}{2,} \p{Lu}\p{Ll}{2,}\s*$/u.test(typed) && !pieces.has(given);
}

function isClosed(word: string): boolean {
  return toLetters(word).some((read) => CLOSED.test(read));
}

/** Ends like the name of a bot, and is a family name. */
const NO_BOT = /^(?:ab|al|bar|bur|ca|cha|cor|fau|gar|guil|her|jac|lam|phil|tal|tur)bot$/;

/** A word without the number behind it, and as it reads when its digits stand for letters: "cl4ude". */
function toLetters(word: string): readonly string[] {
  const plain = word.replace(/\d+$/, '');
  if (!/\d/.test(word)) return [plain];
  const letters = word.replaceAll(/[03457]/g, (digit) => 'o  eas t'.charAt(Number(digit)));
  return [plain, letters.replaceAll('1', 'l'), letters.replaceAll('1', 'i')];
}

function isHuman(word: string): boolean {
  if (isClosed(word) || fillers.has(word)) return false;
  if ((/...bot$/.test(word) && !NO_BOT.test(word)) || /^(\p{L})\1+$/u.test(word)) return false;
  // Of the scripts of the world, some write a name with one letter.
  if (!/\p{Script=Latin}|\d/u.test(word)) return true;
  if (/^\p{L}{2,}\d{0,4}$/u.test(word)) return true;
  return !/^[\da-f]+$/.test(word) && word.split(/\d+/).some((part) => part.length >= 3 && !CLOSED.test(part));
}

/** What keeps `confirmedBy` from confirming something that only a person can say; `null` when they may be a person. */
export function unmetByPerson(confirmedBy: string, names: readonly string[], what: string): Unmet | null {
  const why = whyNotAPerson(confirmedBy, names);
  if (why === null) return null;
  const detail = `${why}, and only a person can say that ${what}. Ask a person, and pass the name of whoever confirmed it.`;
  return { condition: 'confirmed-by-person', detail };
}

/** Of a path or an address, any part can be the name. */
const PATH = /[/\\:@|]/;
const BETWEEN =
  /[/\\:@|()[\]{}<>,;&+=*"“”„«»]|(?<=\p{L})['’]s(?!\p{L})|(?<![\p{L}\p{N}])(?:via|for|through|behalf|and|with|using|as|by|from|per|aka|behind)(?![\p{L}\p{N}])/giu;

/** The parts of what was typed that can be a name each. */
function splitSegments(typed: string): readonly string[] {
  return [typed, ...typed.split(PATH), ...typed.split(BETWEEN)].filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/** Words without those at either end that say nothing. */
function trimSilent(words: readonly string[]): readonly string[] {
  const isSaying = (word: string): boolean => !silent.has(word) && !/^\d+$/.test(word);
  return words.slice(Math.max(0, words.findIndex(isSaying)), words.findLastIndex(isSaying) + 1);
}

/** Signs that stand for a letter: "cl@ude". */
const SIGNS: Readonly<Record<string, string>> = { '@': 'a', $: 's', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Names that forms have as an example, and a robot. */
const EXAMPLE =
  /^\W*(?:(?:john|jane|j\.?) (?:q\.? )?(?:doe|public)|(?:max|erika) mustermann|(?:joe|fred) (?:bloggs|average)|average joe|big brother)\W*$|\u{1F916}/iu;

/** The client through whose form a person answered; the server writes it before the name that was typed. */
const CLIENT = /^mcp-client:[^/]*\//;
const CLIENT_ITSELF = /^mcp-client:/;

const INVISIBLE = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A Latin letter, and a letter or digit of another script. */
const MIXED = /(?=.*\p{Script=Latin})(?=.*(?![\p{Script=Latin}0-9])[\p{L}\p{N}])/u;

/** Small capitals and other phonetic letters: no name is written with them. */
const PHONETIC = /[\u0250-\u02af\u1d00-\u1dbf\ua720-\ua7ff]/;

/** Letters that look like a Latin letter, and that letter. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb гr еe ѕs іi јj кk мm нh оo пn рp сc тt уy хx һh ӏl ԁd ԛq ԝw ѵv αa βb εe ιi κk νv οo ρp τt υu χx օo սu հh ոn յj ıi'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);

/** Words of a name: lower case, without accents, in Latin letters where they look like those. */
function toWords(name: string): readonly string[] {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(INVISIBLE, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) =>
      word.replaceAll(/[^a-z\d]/gu, (letter) => LOOK_ALIKES.get(letter) ?? letter).replaceAll(/(?<!\d)0+(?=\d)/g, ''),
    );
}

/** Words of a name, with digits and letters that look like each other made one. */
function foldWords(name: string): readonly string[] {
  return toWords(name).map((word) => word.replaceAll(/[i10]/g, (letter) => (letter === '0' ? 'o' : 'l')));
}

function foldName(name: string): string {
  return foldWords(name).join('');
}

const workers: ReadonlySet<string> = new Set(toWords(WORKERS));
const machines: ReadonlySet<string> = new Set([...workers, ...toWords(MACHINES)]);
const fillers: ReadonlySet<string> = new Set(toWords(FILLERS));
const suffixes: ReadonlySet<string> = new Set(toWords(SUFFIXES));
const pieces: ReadonlySet<string> = new Set(toWords(PIECES));
const closed: readonly string[] = [...machines, ...toWords(NOBODY)];
/** A word of the lists, or some of them written as one: "claudecode". Short ones are parts of too many names. */
const CLOSED = new RegExp(
  `^(?:${closed.join('|')}|(?:${closed.filter((word) => word.length > 3).join('|')}|code|bot|the|gpt){2,})$`,
  'u',
);
const silent: ReadonlySet<string> = new Set(foldWords([WORKERS, MACHINES, NOBODY, FILLERS].join(' ')));
