/** The default place of tasks, below the folder of the settings. A file of its own, because every hook loads it. */
export const DEFAULT_STORE = '.agent-output';
