/** What the last attempt threw, and whether any attempt may have reached the server. */
export class GaveUp extends Error {
  readonly lastError: unknown;
  readonly perhapsDone: boolean;

  constructor(lastError: unknown, perhapsDone: boolean) {
    super('gave up');
    this.lastError = lastError;
    this.perhapsDone = perhapsDone;
  }
}
