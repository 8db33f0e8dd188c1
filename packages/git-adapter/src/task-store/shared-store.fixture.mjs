import { createGitRefTaskStore } from '@batonkit/git-adapter';

/** How another process opens the store under test. @param {{ directory: string }} options */
export const openStore = ({ directory }) => createGitRefTaskStore({ directory });
