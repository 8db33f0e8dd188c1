import { createFsTaskStore } from '@batonkit/fs-adapter';

/** How another process opens the store under test. @param {{ root: string }} options */
export const openStore = ({ root }) => createFsTaskStore({ root });
