import { isStandIn, isWeakStandIn } from './stand-in.ts';

const BEFORE = /(?:^|[;"'\s])(?:server|data source|host|hostname|uid|user|user ?id|username)=([^;"'\n]{1,100});/i;

/**
 * Whether `value` is the password of a connection string (`Server=...;User Id=...;Password=...`). Whoever writes one down
 * means it, so that a weak password is one too, unless documentation uses it.
 */
export function isConnectionPassword(text: string, nameStart: number, value: string): boolean {
  if (text.charAt(nameStart - 1) !== ';' && text.charAt(nameStart - 2) !== ';') return false;
  const before = text.slice(Math.max(0, nameStart - 200), nameStart);
  return (
    BEFORE.test(before) &&
    !/(?:server|source|host)=(?:\.|\(|localhost|127\.|my|your)|example/i.test(before) &&
    !/^(?:my|your|the|a)[A-Z_-]|pass|pwd|secret|test/i.test(value) &&
    !isStandIn(value) &&
    !isWeakStandIn(value)
  );
}
