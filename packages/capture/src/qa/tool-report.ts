import type { QaResult, QaTool } from '@batonkit/core';
import { isWellFormed, MAX_FAILURES, UNNAMED_COMMAND } from '@batonkit/core/internal';

/** What a parser found in the lines of one step. */
export interface ToolReport {
  readonly tool: QaTool;
  readonly status: QaResult['status'];
  readonly counts?: Partial<QaResult['counts']>;
  readonly failures?: readonly string[];
  readonly durationMs?: number | null;
}

/** Reads the lines of one step, ANSI codes removed; `null` when they are not of its tool. */
export type ToolParser = (lines: readonly string[]) => ToolReport | null;

const MAX_NAME = 200;

/** A report as a result: failures named once each, cut to what a record holds. */
export function toResult(command: string, report: ToolReport): QaResult {
  const names = new Set((report.failures ?? []).map(shorten).filter((name) => name !== ''));
  return {
    command: shorten(command) || UNNAMED_COMMAND,
    tool: report.tool,
    status: report.status,
    counts: { passed: 0, failed: 0, skipped: 0, errors: 0, warnings: 0, ...report.counts },
    failures: [...names].slice(0, MAX_FAILURES),
    failures_total: names.size,
    duration_ms: report.durationMs ?? null,
  };
}

/** A number of a log; what is no number counts as none. */
export function numberOf(digits: string | undefined): number {
  const value = Number(digits ?? 0);
  return Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

/** `1.99s`, `827ms`, `1.5 s`, `01:02 min` in milliseconds. */
export function millisecondsOf(text: string | undefined): number | null {
  const found = /(?:(\d{1,6}):)?(\d{1,9}(?:\.\d{1,6})?)\s*(ms|s|min|m)\b/.exec(text ?? '');
  if (found === null) return null;
  const [, minutes, amount, unit] = found;
  if (minutes !== undefined) return Math.round((Number(minutes) * 60 + Number(amount)) * 1000);
  const factor = unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000;
  return Math.round(Number(amount) * factor);
}

function shorten(text: string): string {
  const plain = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const characters = [...plain];
  const cut = characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : plain;
  return isWellFormed(cut) ? cut : cut.replace(/\p{Cs}/gu, '\ufffd');
}
