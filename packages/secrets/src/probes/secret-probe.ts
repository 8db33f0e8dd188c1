/** Where in a text a probe looked, and whether what it found there is a secret. */
export interface ProbedSpan {
  readonly start: number;
  readonly end: number;
  /** False for a placeholder: the span is not looked at again, and not reported. */
  readonly secret: boolean;
}

/** What probes of one scan share, so that overlapping anchors cost linear time together. */
export interface TextScan {
  readonly text: string;
  /** From where to where the name characters stand that were walked last. */
  nameStart: number;
  nameEnd: number;
  /** Where the unquoted value that was looked at last ends, and how many key names were tried within it. */
  valueEnd: number;
  valueTries: number;
  /** Where the last `curl` (or a command like it) stands. */
  commandAt: number;
  /** The letter of the flag behind which that command takes a password. */
  commandFlag: string;
  /** Kubernetes manifests are not read again before this offset. */
  manifestsFrom: number;
}

/**
 * One way to recognise a secret: the scan calls `find` only where one of `anchors` stands in the text.
 * Of probes that find the same span the lowest rank wins: 0 knows the format, 1 the place, 2 only the key name.
 */
export interface SecretProbe {
  readonly id: string;
  readonly anchors: readonly string[];
  readonly anyCase?: boolean;
  /** The anchor counts only where a token may start, see `startsToken`. */
  readonly atWordStart?: boolean;
  /** What never comes right behind the anchor (and nothing of the same kind does): saves asking where anchors stand in rows. */
  readonly notBefore?: string;
  readonly rank?: 0 | 1 | 2;
  readonly find: (scan: TextScan, at: number, anchor: string) => ProbedSpan | undefined;
}
