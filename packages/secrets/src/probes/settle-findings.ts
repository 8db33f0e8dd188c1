/** A secret in one text: which rule knows it and where it stands. */
export interface TextFinding {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** Keeps, of findings that share text, the one whose probe knows most: by rank, then the one that begins first, then the longer. */
export function settleFindings(ranked: readonly TextFinding[][]): TextFinding[] {
  let kept: TextFinding[] = [];
  for (const findings of ranked) {
    findings.sort((left, right) => left.start - right.start || right.end - left.end);
    kept = merge(kept, findings);
  }
  return kept;
}

function merge(kept: readonly TextFinding[], candidates: readonly TextFinding[]): TextFinding[] {
  const merged: TextFinding[] = [];
  let next = 0;
  let covered = 0;
  for (const candidate of candidates) {
    for (let rival = kept[next]; rival !== undefined && rival.start < candidate.end; rival = kept[++next]) {
      merged.push(rival);
      covered = Math.max(covered, rival.end);
    }
    if (candidate.start < covered) continue;
    merged.push(candidate);
    covered = candidate.end;
  }
  return [...merged, ...kept.slice(next)].sort((left, right) => left.start - right.start);
}
