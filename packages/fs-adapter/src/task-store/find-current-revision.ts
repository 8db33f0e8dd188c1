/**
 * The highest revision, where `exists` is true for 1 to n and false above. Looks upwards from `hint` in doubling steps, then
 * halves: O(log distance) calls and no directory listing. A wrong hint costs time, never the answer.
 *
 * While others commit, the answer was the current revision at some moment during the call: the name above it was absent at
 * one probe, and names never vanish.
 */
export async function findCurrentRevision(
  exists: (revision: number) => Promise<boolean>,
  hint: number,
): Promise<number> {
  let present = hint > 0 && (await exists(hint)) ? hint : 0;
  let step = 1;
  while (await exists(present + step)) {
    present += step;
    step *= 2;
  }
  let absent = present + step;
  while (absent - present > 1) {
    const middle = Math.floor((present + absent) / 2);
    if (await exists(middle)) present = middle;
    else absent = middle;
  }
  return present;
}
