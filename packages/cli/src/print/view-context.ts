import type { Paint } from './paint.ts';
import { plainText } from './plain-text.ts';

/** How a view is shown. */
export interface ViewContext {
  readonly paint: Paint;
  /** Columns of the terminal; undefined where there is none. */
  readonly width: number | undefined;
  readonly isTerminal: boolean;
}

/** A text as it is; on a terminal made harmless. */
export function asIs(text: string, { isTerminal }: ViewContext): string {
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return isTerminal ? plainText(ended) : ended;
}
