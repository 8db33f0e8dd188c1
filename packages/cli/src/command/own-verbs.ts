import { type Command, Option } from 'commander';
import type { BatonIo } from '../io/baton-io.ts';
import type { ShellOptions } from '../kit/open-kit.ts';
import { addShellOptions, formatExamples } from './operation-command.ts';
import { addFamily } from './add-family.ts';
import type { McpOptions } from './serve-mcp.ts';

/** The verbs that are about this shell, not about tasks. Each loads its code when it runs. */
export function addOwnVerbs(baton: Command, io: BatonIo): void {
  addDoctor(baton, io);
  addMcp(baton, io);
  addHook(baton, io);
  addHooks(baton, io);
  addCompletion(baton, io);
}

function addDoctor(baton: Command, io: BatonIo): void {
  const doctor = baton
    .command('doctor')
    .description('Check git, store, locks, records, audits, citations and snapshots.')
    .addOption(new Option('--fix', 'repair what can be repaired safely, after saying what'))
    .addHelpText('after', formatExamples(['doctor', 'doctor --fix']))
    .action(async () => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      await runDoctor(io, doctor.opts<ShellOptions & { fix?: boolean }>());
    });
  addShellOptions(doctor);
}

function addMcp(baton: Command, io: BatonIo): void {
  const mcp = baton
    .command('mcp')
    .description('Serve all operations as MCP tools, on standard input and output or over HTTP.')
    .addOption(new Option('--http [port]', 'listen on this port of loopback, or on a free one'))
    .addOption(new Option('--host <address>', 'listen on another address; needs BATON_MCP_TOKEN'))
    .addOption(new Option('--session <name>', 'the run that clients act in unless they name one (BATON_SESSION)'))
    .addHelpText('after', formatExamples(['mcp', 'mcp --http 3920', 'mcp --session run-7 -C ../shop']))
    .action(async () => {
      const { serveMcp } = await import('./serve-mcp.ts');
      await serveMcp(io, mcp.opts<McpOptions>());
    });
  addShellOptions(mcp);
}

function addHook(baton: Command, io: BatonIo): void {
  const hook = baton
    .command('hook')
    .description('Answer an event of an agent harness; 2 means block.')
    .argument('[harness]', 'claude, codex, gemini or cursor')
    .argument('[event]', 'as the harness names it')
    .usage('<harness> <event>')
    // Wrong usage is 2 elsewhere, and would block here: the hook itself judges what follows.
    .allowExcessArguments()
    .allowUnknownOption()
    .addHelpText('after', formatExamples(['hook claude PreToolUse', 'hook gemini BeforeTool']))
    .action(async () => {
      const { runHook } = await import('../hooks/run-hook.ts');
      const stdin = (async function* () {
        yield await io.readStdin();
      })();
      io.exit(await runHook(hook.args, { ...io, stdin }));
    });
}

function addHooks(baton: Command, io: BatonIo): void {
  const hooks = addFamily(baton, 'hooks', 'The hooks of agent harnesses.');
  const install = hooks
    .command('install')
    .description('Put the hooks of a harness into the settings of the repository.')
    .argument('<harness>', 'claude, codex, gemini, cursor or opencode')
    .usage('[options] <harness>')
    .addOption(new Option('--write', 'write the settings; without it the change is only shown'))
    .addOption(new Option('--remove', 'take the hooks out instead'))
    .addOption(new Option('--command <program>', 'how the harness calls baton; found out when left out'))
    .addHelpText('after', formatExamples(['hooks install claude', 'hooks install gemini --write']))
    .action(async (harness: string) => {
      const { runInstallHooks } = await import('./run-install-hooks.ts');
      await runInstallHooks(io, harness, install.opts());
    });
  addShellOptions(install);
}

function addCompletion(baton: Command, io: BatonIo): void {
  const completion = baton
    .command('completion')
    .description('Print the completion script of a shell.')
    .usage('[options] <bash|zsh|fish>')
    .argument('<shell>', 'bash, zsh or fish')
    .addOption(new Option('--json', 'print { success, data, error } as JSON'))
    .addHelpText('after', formatExamples(['completion bash', 'completion zsh', 'completion fish']))
    .action(async (shell: string) => {
      const { printCompletion } = await import('./print-completion.ts');
      io.exit(await printCompletion(io, baton, shell, completion.opts<ShellOptions>()));
    });
}
