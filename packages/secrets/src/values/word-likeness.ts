// The letter pairs that make up about three quarters of English prose and of identifiers.
const COMMON_PAIRS = new Set(
  (
    'abacadagaialamanaparasatbeblcacechckclcoctdadedidoeaecedeeelemeneresetexfifogehahehihoicidieifigiliminioirisit' +
    'kelalelilllomamemimonancndnengninonsntobodofolomonoooporosotouowpapeplpoprrardrerirorsrtsaseshsisossstsutateth' +
    'titotrtstttyunurusutveviwawiwoyoptpyypeyaypiswubupueulumrrryldlt'
  ).match(/../g),
);

/** Share (0 to 1) of neighbouring letters in `value` that are common pairs: words score above 0.6, random text below 0.35. */
export function wordLikeness(value: string): number {
  const lower = value.toLowerCase();
  let pairs = 0;
  let common = 0;
  for (let index = 1; index < lower.length; index++) {
    const first = lower.charCodeAt(index - 1);
    const second = lower.charCodeAt(index);
    if (first < 97 || first > 122 || second < 97 || second > 122) continue;
    pairs++;
    if (COMMON_PAIRS.has(lower.slice(index - 1, index + 1))) common++;
  }
  // Too few letters in a row say nothing: what stands between them is not a word.
  return pairs < Math.max(4, value.length / 4) ? 0 : common / pairs;
}

/** Share (0 to 1) of neighbouring letters and digits that differ in kind: lower case, upper case, digit. Random text has about 0.6, names 0.1 to 0.4. */
export function kindChanges(value: string): number {
  let pairs = 0;
  let changes = 0;
  for (let index = 1; index < value.length; index++) {
    const before = kindOf(value.charCodeAt(index - 1));
    const after = kindOf(value.charCodeAt(index));
    if (before === 0 || after === 0) continue;
    pairs++;
    if (before !== after) changes++;
  }
  return pairs === 0 ? 0 : changes / pairs;
}

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 1;
  if (code >= 97 && code <= 122) return 2;
  return code >= 65 && code <= 90 ? 3 : 0;
}

/** Whether `value` mixes letters and digits as no word or name does. */
export function looksRandom(value: string): boolean {
  const likeness = wordLikeness(value);
  return likeness < 0.42 || (likeness < 0.62 && kindChanges(value) >= 0.38);
}

/** Shannon entropy of the characters of `value`, in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
