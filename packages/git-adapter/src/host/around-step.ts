/** Called around every step that changes the repository or makes it durable; tests use it to fail, to crash or to record. */
export type AroundStep = <T>(step: string, run: () => Promise<T>) => Promise<T>;
