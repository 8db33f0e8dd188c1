/**
 * A pnpmfile for `pnpm pack`. Packages that are not on npm yet can't be fetched as dependencies of each other: pnpm and bun look them up in the
 * registry even if their tarballs are installed side by side. As peers, every package manager finds them in the project, one copy of each.
 * Published packages depend on each other as usual.
 */
export const hooks = {
  /** @param {{ dependencies?: Record<string, string>; peerDependencies?: Record<string, string> }} manifest */
  beforePacking({ dependencies = {}, peerDependencies = {}, ...manifest }) {
    const peers = { ...peerDependencies };
    const others = { ...dependencies };
    for (const [name, version] of Object.entries(dependencies)) {
      if (!/^(@batonkit\/|batonkit$)/.test(name)) continue;
      peers[name] = version;
      delete others[name];
    }
    return { ...manifest, dependencies: others, peerDependencies: peers };
  },
};
