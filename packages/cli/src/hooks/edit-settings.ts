import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { findCodec } from './find-codec.ts';
import type { HarnessSettings } from './harness-settings.ts';
import { appendTo, itemsOf, type JsonNode, memberOf, parseJsonText, removeFrom, replaceValue } from './json-text.ts';

/** Settings that cannot be changed without losing something. */
export type UnusableSettings = Failure<'UnusableSettings', { readonly path: string; readonly reason: string }>;

/** The command line of a hook. One that guards blocks when the program is missing or dies, unless the harness sees to it. */
export function hookCommand({ harness }: Pick<HarnessSettings, 'harness'>, event: string, program: string): string {
  const isGuard = findCodec(harness)?.events[event] === 'before-tool';
  return `${program} hook ${harness} ${event}${isGuard && harness !== 'cursor' ? ' || exit 2' : ''}`;
}

/** The settings with our hooks in them; everything else stays byte for byte. Doing it twice is doing it once. */
export function addHooks(
  given: string | null,
  settings: HarnessSettings,
  program: string,
): Result<string, UnusableSettings> {
  return checkSettings(given ?? `${JSON.stringify(settings.fresh, null, 2)}\n`, settings).map((checked) => {
    let text = checked;
    if (memberOf(parseJsonText(text), 'hooks') === undefined) text = appendTo(text, parseJsonText(text), {}, 'hooks');
    for (const event of settings.events) {
      const hook = settings.hookOf(event, hookCommand(settings, event, program));
      const own = findOwn(text, settings, event)[0];
      if (own !== undefined) {
        const isSame = JSON.stringify(JSON.parse(textAt(text, own.hook))) === JSON.stringify(hook);
        if (!isSame) text = replaceValue(text, own.hook, hook);
        continue;
      }
      const item = settings.isGrouped ? { ...settings.groupOf(event), hooks: [hook] } : hook;
      const hooks = memberOf(parseJsonText(text), 'hooks');
      const list = memberOf(hooks, event);
      if (list !== undefined) text = appendTo(text, list, item);
      else if (hooks !== undefined) text = appendTo(text, hooks, [item], event);
    }
    return text;
  });
}

/** The settings without our hooks; null when nothing but what we made would be left. */
export function removeHooks(given: string, settings: HarnessSettings): Result<string | null, UnusableSettings> {
  return checkSettings(given, settings).map((checked) => {
    let text = checked;
    for (const event of Object.keys(findCodec(settings.harness)?.events ?? {})) {
      const before = text;
      for (let own = findOwn(text, settings, event)[0]; own !== undefined; own = findOwn(text, settings, event)[0])
        text = removeFrom(text, own.list, own.index);
      // An empty list that somebody else left stays.
      if (text !== before) text = dropIfEmpty(text, ['hooks', event]);
    }
    if (text !== checked) text = dropIfEmpty(text, ['hooks']);
    const isOurs = JSON.stringify(JSON.parse(text)) === JSON.stringify(settings.fresh);
    return text !== checked && isOurs ? null : text;
  });
}

/** Our hooks of an event: each with the list and the number under which it, or the group it is alone in, is removed. */
function findOwn(
  text: string,
  settings: HarnessSettings,
  event: string,
): readonly { readonly hook: JsonNode; readonly list: JsonNode; readonly index: number }[] {
  const list = memberOf(memberOf(parseJsonText(text), 'hooks'), event);
  const isOwn = (node: JsonNode): boolean => {
    const command = memberOf(node, 'command');
    const line: unknown = command === undefined ? null : JSON.parse(textAt(text, command));
    return typeof line === 'string' && /baton/.test(line) && line.includes(` hook ${settings.harness} ${event}`);
  };
  return (itemsOf(list) ?? []).flatMap((item, index) => {
    if (list === undefined) return [];
    if (!settings.isGrouped) return isOwn(item) ? [{ hook: item, list, index }] : [];
    const group = memberOf(item, 'hooks');
    const hooks = itemsOf(group) ?? [];
    return hooks.flatMap((hook, number) => {
      if (group === undefined || !isOwn(hook)) return [];
      return hooks.length === 1 ? [{ hook, list, index }] : [{ hook, list: group, index: number }];
    });
  });
}

function dropIfEmpty(text: string, path: readonly string[]): string {
  const root = parseJsonText(text);
  const parent = path.slice(0, -1).reduce<JsonNode | undefined>((node, name) => memberOf(node, name), root);
  const name = path.at(-1) ?? '';
  const value = memberOf(parent, name);
  if (parent?.kind !== 'object' || value === undefined || value.kind === 'plain') return text;
  const isEmpty = value.kind === 'object' ? value.members.length === 0 : value.items.length === 0;
  return isEmpty
    ? removeFrom(
        text,
        parent,
        parent.members.findLastIndex((member) => member.name === name),
      )
    : text;
}

/** Refuses what cannot be kept: comments, which would be lost to a parser that does not know them, and what is no settings at all. */
function checkSettings(text: string, { path, events }: HarnessSettings): Result<string, UnusableSettings> {
  const refuse = (reason: string): Result<string, UnusableSettings> =>
    err(
      failure('UnusableSettings', `${path} ${reason}. It was left as it is; change that, then try again.`, {
        path,
        reason,
      }),
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(hasComments(text) ? 'has comments or commas that JSON does not know' : 'is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('is not a JSON object');
  const { hooks } = value as { hooks?: unknown };
  if (hooks === undefined) return ok(text);
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    return refuse('has hooks that are not an object');
  const broken = events.find((event) => {
    const list = (hooks as Record<string, unknown>)[event];
    return list !== undefined && !Array.isArray(list);
  });
  return broken === undefined ? ok(text) : refuse(`has hooks for ${broken} that are not a list`);
}

function hasComments(text: string): boolean {
  const bare = text.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""');
  return /\/\/|\/\*|,\s*[}\]]/.test(bare);
}

function textAt(text: string, { start, end }: JsonNode): string {
  return text.slice(start, end);
}
