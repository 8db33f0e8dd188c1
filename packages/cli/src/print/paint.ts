import type { BatonIo, TextOutput } from '../io/baton-io.ts';

/** Colours that are there or not. */
export interface Paint {
  readonly isOn: boolean;
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

/** Colours for an output: on a terminal only, unless FORCE_COLOR says otherwise; never with NO_COLOR. */
export function createPaint({ env }: Pick<BatonIo, 'env'>, output: TextOutput): Paint {
  if ((env.NO_COLOR ?? '') !== '') return paintWhen(false);
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return paintWhen(forced !== '0' && forced !== 'false');
  return paintWhen(output.isTTY === true && env.TERM !== 'dumb');
}

/** Colours, or none. */
export function paintWhen(isOn: boolean): Paint {
  const code =
    (open: number, close: number) =>
    (text: string): string =>
      isOn && text !== '' ? `\u001B[${open}m${text}\u001B[${close}m` : text;
  return {
    isOn,
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    cyan: code(36, 39),
  };
}
