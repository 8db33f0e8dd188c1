const WITH_VALUE = ['-C', '--directory', '--store', '--session', '--from', '--actor', '--operation-id'];
const ALONE = ['--json', '--force-secrets'];

/** Moves options that every verb takes, and that stand before the verb as git has them, behind it. */
export function moveLeadingOptions(argv: readonly string[]): readonly string[] {
  let end = 0;
  for (;;) {
    const word = argv[end] ?? '';
    if (ALONE.includes(word) || WITH_VALUE.some((name) => name.startsWith('--') && word.startsWith(`${name}=`)))
      end += 1;
    else if (WITH_VALUE.includes(word)) end += 2;
    else break;
  }
  // Without a verb behind them there is nothing to move them to.
  if (end === 0 || end >= argv.length || argv[end]?.startsWith('-') === true) return argv;
  const rest = argv.slice(end);
  // Behind `--` everything is an argument.
  const stop = rest.indexOf('--');
  const at = stop === -1 ? rest.length : stop;
  return [...rest.slice(0, at), ...argv.slice(0, end), ...rest.slice(at)];
}
