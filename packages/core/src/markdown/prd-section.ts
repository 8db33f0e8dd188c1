import type { Section, Sections } from './extract-section.ts';
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
