import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';

/** How another process opens the files under test. @param {{ root: string }} options */
export const openFiles = ({ root }) => createFsWorkspaceFiles({ root });
