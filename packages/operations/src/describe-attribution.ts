import type { Attribution } from '@batonkit/core';

/** An attribution without the texts, but for the file that was asked for. */
export interface DescribedAttribution {
  readonly files: { readonly path: string; readonly lines: { readonly role: string; readonly count: number }[] }[];
  readonly trailers: string[];
  readonly blame?: string;
}

/** Leaves the texts out, and prints one file, or with `*` all of them, like blame. */
export async function describeAttribution(
  { files, trailers }: Attribution,
  path: string | undefined,
): Promise<DescribedAttribution> {
  const described = {
    files: files.map(({ path: at, lines }) => ({ path: at, lines: [...lines] })),
    trailers: [...trailers],
  };
  if (path === undefined) return described;
  const { formatBlame } = await import('@batonkit/core/attribution');
  const asked = files.filter((file) => path === '*' || file.path === path);
  return { ...described, blame: formatBlame(asked) };
}
