const FORM = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
const ANYWHERE =
  /(?<![\d-])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d-])/;

/**
 * A time of a log in one form: a date as it is, else UTC to the second. Without a zone it is taken to be UTC, so that the
 * machine's own zone never matters. Null when it is no time.
 */
export function parseTime(text: string): string | null {
  const [, year, month, day, hour, minute, second = '00', , zone = 'Z'] = FORM.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const date = new Date(midnight).toISOString().slice(0, 10);
  // 30 February would have become 1 March.
  if (date !== `${year}-${month}-${day}`) return null;
  if (hour === undefined || minute === undefined) return date;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const time = midnight + ((Number(hour) * 60 + Number(minute) - offset) * 60 + Number(second)) * 1000;
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** The first time that a line names, or null. */
export function findTime(line: string): string | null {
  const found = ANYWHERE.exec(line)?.[0];
  return found === undefined ? null : parseTime(found);
}
