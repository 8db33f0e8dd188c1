import { EventEmitter } from 'node:events';

/**
 * A pool without a server, for what a server does too rarely or too late. Each connection answers statements as `answer` says, and
 * what happened to it is written down.
 *
 * @param {(text: string, connection: number) => unknown} answer  rows, a promise of them, or what it throws
 * @param {(connection: number) => unknown} [connect]  called before each connection is lent; may throw or wait
 */
export function createScriptedPool(answer, connect = () => undefined) {
  /** @type {{ text: string, values?: unknown[] }[]} */
  const queries = [];
  /** @type {(boolean | undefined)[]} */
  const released = [];
  /** @type {EventEmitter[]} */
  const clients = [];
  return {
    queries,
    released,
    clients,
    on: () => undefined,
    connect: async () => {
      const number = clients.length + 1;
      const emitter = new EventEmitter();
      clients.push(emitter);
      await connect(number);
      return {
        query: async (/** @type {{ text: string, values?: unknown[] }} */ query) => {
          queries.push(query);
          return { rows: /** @type {unknown[]} */ ((await answer(query.text, number)) ?? []), rowCount: null };
        },
        release: (/** @type {boolean | undefined} */ destroy) => void released.push(destroy),
        on: (/** @type {string} */ event, /** @type {(...args: any[]) => void} */ listener) =>
          emitter.on(event, listener),
        off: (/** @type {string} */ event, /** @type {(...args: any[]) => void} */ listener) =>
          emitter.off(event, listener),
      };
    },
  };
}

/**
 * An error with the code that PostgreSQL or the system would give it.
 *
 * @param {unknown} code
 */
export function errorOf(code, message = 'words of the server') {
  return Object.assign(new Error(message), { code });
}
