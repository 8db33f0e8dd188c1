import type { DeepReadonly } from '@batonkit/core';
import { ROLE_NAME } from '@batonkit/core/internal';
import type * as z from 'zod';
import type { PlanSchema } from '../section/protocol-section.ts';

/** The sections that a plan document has from the start. */
export const OUTLINE_SECTIONS = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'] as const;

/** More names than any task has agents. */
const MAX_PLANNED = 500;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;

/**
 * What a plan document holds: which of the sections it needs, and whom its implementation plans name. An agent's plan is a heading that
 * names the agent and says "implementation plan", or one that names the agent below a heading that says so. Headings are lines that begin with
 * one to six `#`; underlined ones, and those in fenced code, do not count. Linear in the length of the text.
 *
 * @example
 * ```ts
 * import { readPlanDocument } from '@batonkit/protocol';
 *
 * readPlanDocument('## Task Objective\n## style-updater: implementation plan\n').sections; // => ['Task Objective']
 * ```
 */
export function readPlanDocument(
  text: string,
): Pick<DeepReadonly<z.infer<typeof PlanSchema>>, 'sections' | 'planned_agents'> {
  const headings = listAtxHeadings(text);
  const sections = OUTLINE_SECTIONS.filter((section) =>
    headings.some(({ title }) => title.toLowerCase().startsWith(section.toLowerCase())),
  );
  const named = new Set<string>();
  let planLevel: number | null = null;
  for (const { level, title } of headings) {
    if (planLevel !== null && level <= planLevel) planLevel = null;
    const says = /implementation plan/i.test(title);
    if (says || planLevel !== null) for (const word of title.split(/[^\w-]+/)) named.add(word);
    if (says && planLevel === null) planLevel = level;
  }
  const planned = [...named].filter((word) => ROLE_NAME.test(word));
  return { sections, planned_agents: planned.slice(0, MAX_PLANNED) };
}

function listAtxHeadings(text: string): readonly { readonly level: number; readonly title: string }[] {
  const headings: { level: number; title: string }[] = [];
  let fence: string | null = null;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const marker = FENCE.exec(line)?.[1];
    if (fence !== null) {
      if (marker !== undefined && marker.startsWith(fence) && line.trim() === marker) fence = null;
    } else if (marker !== undefined) {
      fence = marker;
    } else {
      const [, hashes, title] = HEADING.exec(line) ?? [];
      if (hashes !== undefined) headings.push({ level: hashes.length, title: (title ?? '').trim() });
    }
  }
  return headings;
}
