// A CLI of your own with all of baton in it: node examples/embedded-cli/main.mjs relay list --json
import { createBatonCommand } from '@batonkit/cli';
import { Command } from 'commander';

const acme = new Command('acme').description('The tools of Acme.');
acme
  .command('greet <name>')
  .description('Say hello.')
  .action((name) => console.log(`Hello, ${name}.`));
acme.addCommand(createBatonCommand({ name: 'relay' }));
await acme.parseAsync();
