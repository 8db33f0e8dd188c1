/** A score from this share on does not speak against an approval. */
const ENOUGH = 0.6;

/** Of these, little is good, or the numbers are no scores. */
const NO_SCORE =
  /(?<!\p{L})(?:risk|severity|complexity|effort|rounds?|step|part|lines?|size|overhead|cpu|memory|changed?|duplication|(?:error|failure) rate|lower)(?!\p{L})/u;
const SCORED = '(?:scored?|rat(?:ed?|ing)|marks?|grade|points|overall|quality|confidence|compliance|coverage)';
const LABEL = '(?:^|[:=|(] ?|^(?:a |only |just )?)';
const NUMBER = '(\\d{1,3}(?:\\.\\d{1,3})?)';
/** `Security: 2/10`, `I rate it 3 out of 10`, `3/10`. What is counted is no score: `changed 3/10 files`. */
const SHARES = new RegExp(
  `(?:${LABEL}|(?<!\\p{L})${SCORED}(?: (?:is|of|it|at|a|this|only|was)){0,4} ?[:=]? ?|(?<!\\p{L})i give (?:it|this) (?:an? )?(?:only )?)(?<![\\d/.])${NUMBER} ?(?:\\/|⁄|out of|of) ?(\\d{1,3})(?![\\d/]|\\.\\d)(?! (?!stars?|points?|done|passed|pass|met|ok|overall|below|complete)\\p{L})`,
  'gu',
);
const PERCENT = new RegExp(
  `(?:^[^:=|]{1,60}[:=|] ?|(?<!\\p{L})${SCORED}(?: (?:is|of|at|was|only|to|dropped|fell|below|score|now|under|about)){0,5} ?[:=]? ?)${NUMBER} ?%`,
  'gu',
);
/** `Score: 0.2`, `Score = 3`. */
const BARE = new RegExp(
  `(?<!\\p{L})(?:scored?|rating|rated|grade|confidence|quality)(?: is| of)? ?[:=]? ?${NUMBER}(?! ?(?:[\\d/⁄%]|out of|of |\\.\\d|\\p{L}))`,
  'u',
);
const LOW_WORD =
  /(?<!\p{L})(?:score|rating|quality|confidence|compliance|grade)(?: (?:level|score))?(?: is| was| remains)? ?[:=]? ?(?:(?:very |too )?(?:low|poor|bad|insufficient)|none(?! \p{L})|(?:zero|one|two|three|four|five) (?:out )?of ten)(?!\p{L})|(?<!\p{L})grade ?[:=]? ?[d-f][+-]?(?![\p{L}\p{N}])|(?<![\d.])[012](?:\.\d)? stars?(?!\p{L})/u;

/** Whether a line, in lower case, gives a score below 60 %: a share, a percentage, a number, stars, a grade or a word. */
export function isLowScore(line: string): boolean {
  if (LOW_WORD.test(line)) return true;
  const stars = line.match(/[★⭐]/gu)?.length ?? 0;
  const empty = line.match(/☆/gu)?.length ?? 0;
  const isStarred = stars + empty > 0 && !/\p{L} \p{L}{1,40} \p{L}/u.test(line);
  if (isStarred && stars < Math.max(5, stars + empty) * ENOUGH) return true;
  if (!/\d/.test(line) || NO_SCORE.test(line)) return false;
  for (const [, some, all] of line.matchAll(SHARES)) if (Number(some) < Number(all) * ENOUGH) return true;
  for (const [, share] of line.matchAll(PERCENT)) if (Number(share) < ENOUGH * 100) return true;
  const bare = BARE.exec(line)?.[1];
  if (bare === undefined) return false;
  const value = Number(bare);
  return value <= 1 && (bare.includes('.') || value === 0) ? value < ENOUGH : value > 10 ? value < 60 : value < 5;
}

/** A score that is high enough, as a reason gives it: `Score: 9/10`, `confidence 95 %`. */
export const GIVEN_SCORE = new RegExp(
  `(?<!\\p{L})(?:\\p{L}+ )?${SCORED}(?: is| of)? ?[:=]? ?\\d{1,3}(?:\\.\\d{1,3})? ?(?:%|(?:\\/|⁄|out of|of) ?(?:5|10|20|100)(?![\\d/]|\\.\\d))(?! (?:of|\\p{L}))`,
  'gu',
);
