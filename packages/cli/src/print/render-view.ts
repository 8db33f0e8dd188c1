import { renderPatch } from './render-patch.ts';
import { renderData } from './render-data.ts';
import { renderStatus } from './render-status.ts';
import type { ViewContext } from './view-context.ts';
import { VIEWS } from './views.ts';

/** A text for a person; a long one goes through the pager. */
export interface View {
  readonly text: string;
  readonly isLong: boolean;
}

/** What a verb answered, for a person. Verbs without a view of their own show their fields. */
export function renderView(name: string, data: unknown, context: ViewContext): View {
  const fields = (typeof data === 'object' && data !== null ? data : { value: data }) as Record<string, unknown>;
  if (name === 'diff') {
    const text = String(fields.text);
    return { text: context.isTerminal || context.paint.isOn ? renderPatch(text, context) : text, isLong: true };
  }
  if (name === 'status') return { text: renderStatus(data, context), isLong: false };
  const view = VIEWS[name];
  const text = view === undefined ? renderData(fields, context) : view(fields, context);
  return { text, isLong: name === 'attribute' || name === 'trail' };
}
