import type { ImmutableSection } from '@batonkit/core';
import { compareCodePoints } from '@batonkit/core/internal';
import type { CaptureProblem } from '../sources/capture-problem.ts';
import { cutAtWord, MAX_REQUIREMENT } from './first-sentence.ts';
import type { StandardsFile, StandardsSection } from './standards-section.ts';
import type { StandardsMapSource } from '../sources/standards-map.ts';
import type { TaskFile } from '../sources/task-yaml.ts';

/** A citation as the record holds it. */
export type StandardsCitation = ImmutableSection['standards_citations'][number];

/** A section that somebody wants cited, and where it says so. */
export interface CitationRequest {
  readonly file: string;
  readonly heading: string;
  readonly requirement: string | null;
  /** The file and line of the request, for messages. */
  readonly from: { readonly file: string; readonly line: number };
}

/** The sections that the map asks for by area and priority, then those the task asks for itself. */
export function requestCitations(
  standards: StandardsMapSource,
  task: TaskFile,
  taskFile: string,
): readonly CitationRequest[] {
  const rows = standards.map.citations.flatMap((row, index) => {
    const areas = [row.area ?? '*'].flat();
    const priorities = row.priority === undefined ? null : [row.priority].flat();
    const covers = areas.includes('*') || areas.includes(task.area?.text ?? '');
    if (!covers || (priorities !== null && !priorities.some((priority) => priority === task.priority?.text))) return [];
    return row.headings.map((heading, position): CitationRequest => {
      const line = standards.source.lineOf(['citations', index, 'headings', position]);
      return { file: row.file, heading, requirement: null, from: { file: standards.source.file, line } };
    });
  });
  const own = task.standards.map(({ line, ...standard }) => ({ ...standard, from: { file: taskFile, line } }));
  return [...rows, ...own];
}

/**
 * The citations for some requests, by file and line. A later request for the same section wins, so the task's own words
 * replace the map's. A file that is not there, a heading that it lacks and one that it has twice are problems.
 */
export function citeSections(
  requests: readonly CitationRequest[],
  files: ReadonlyMap<string, StandardsFile | null>,
): { readonly citations: readonly StandardsCitation[]; readonly problems: readonly CaptureProblem[] } {
  const found = new Map<string, { readonly section: StandardsSection; readonly citation: StandardsCitation }>();
  const problems: CaptureProblem[] = [];
  const missing = new Set<string>();
  for (const request of requests) {
    const { file, heading, from } = request;
    const problem = (condition: string, detail: string): void => {
      problems.push({ condition, detail, file: from.file, line: from.line, column: null });
    };
    const standards = files.get(file);
    // A file that could not be read has its own problem; one that is not there is named once.
    if (standards === undefined) continue;
    if (standards === null) {
      if (!missing.has(file)) problem('standards-file-exists', `${file} does not exist, and it is to be cited.`);
      missing.add(file);
      continue;
    }
    const slugs = standards.slugsFor(heading);
    const [slug] = slugs;
    if (slug === undefined) {
      problem(
        'heading-exists',
        `${file} has no heading ${JSON.stringify(heading.slice(0, 100))}; it may have been renamed.`,
      );
      continue;
    }
    if (slugs.length > 1) {
      const choices = slugs.map((choice) => `#${choice}`).join(', ');
      problem(
        'slug-unique',
        `${file} has ${slugs.length} headings ${JSON.stringify(heading.slice(0, 100))}. Say which: ${choices}.`,
      );
      continue;
    }
    const section = standards.bySlug(slug);
    if (section === null) continue;
    found.set(`${file}#${slug}`, { section, citation: cite(request, section) });
  }
  const ordered = [...found.values()].sort(
    (left, right) =>
      compareCodePoints(left.citation.file, right.citation.file) || left.section.firstLine - right.section.firstLine,
  );
  return { citations: ordered.map(({ citation }) => citation), problems };
}

function cite({ file, requirement }: CitationRequest, section: StandardsSection): StandardsCitation {
  const own = requirement?.replace(/\s+/gu, ' ').trim() ?? '';
  return {
    file,
    section: section.slug,
    requirement: own === '' ? section.requirement : cutAtWord(own, MAX_REQUIREMENT),
    line_span: `L${section.firstLine}-L${section.lastLine}`,
    content_sha: section.contentSha,
  };
}
