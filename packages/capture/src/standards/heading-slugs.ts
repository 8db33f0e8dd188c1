import { listHeadings, type Heading } from '@batonkit/markdown';

/** A heading with its anchors. */
export interface SluggedHeading extends Heading {
  /** The anchor that GitHub gives it in this document: a repeated one carries a number. */
  readonly slug: string;
  /** The anchor it would have if no other heading had the same text. */
  readonly plainSlug: string;
  /** How many lines it takes: more than one when it is underlined. */
  readonly lines: number;
}

const NOT_IN_SLUG = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu;

/** The anchor of a heading's text by itself, as GitHub makes it: lower case, punctuation gone, spaces as `-`. */
export function slugOf(text: string): string {
  return text.trim().toLowerCase().replace(NOT_IN_SLUG, '').replaceAll(' ', '-');
}

/** The headings of a document with their anchors, in document order. */
export function slugHeadings(markdown: string): readonly SluggedHeading[] {
  const used = new Map<string, number>();
  return listHeadings(markdown).map((heading) => {
    const plainSlug = slugOf(heading.text);
    let slug = plainSlug;
    while (used.has(slug)) {
      const repeats = (used.get(plainSlug) ?? 0) + 1;
      used.set(plainSlug, repeats);
      slug = `${plainSlug}-${repeats}`;
    }
    used.set(slug, 0);
    const lines = markdown.slice(heading.start, heading.end).split(/\r\n|\r|\n/).length;
    return { ...heading, slug, plainSlug, lines };
  });
}
