import { readSections, type Section, type Sections } from './extract-section.ts';
import { matchIdentifier } from './match-identifier.ts';

/** The section of a PRD under a title, in any case; "Non-Goals" and "Non Goals" are no "Goals". */
export function prdSection({ all }: Sections, title: string): Section | undefined {
  const wanted = title.toLowerCase();
  const titles = all.map((section) => ({ section, text: section.title.trim().toLowerCase() }));
  const found =
    titles.find(({ text }) => text === wanted) ??
    titles.find(({ text }) => matchIdentifier(text, wanted) === 'token' && !/\bnon[- ]/.test(text));
  return found?.section;
}

/**
 * The text of a PRD's section under a title, in any case; null without one. "Non-Goals" is not "Goals".
 *
 * @example
 * ```ts
 * import { readPrdSection } from '@batonkit/markdown/scan';
 *
 * readPrdSection('# PRD\n\n## Non-Goals\nfame\n\n## Goals\nspeed\n', 'goals'); // => '## Goals\nspeed\n'
 * ```
 */
export function readPrdSection(markdown: string, title: string): string | null {
  const sections = readSections(markdown);
  const section = prdSection(sections, title);
  return section === undefined ? null : sections.textOf(section);
}
