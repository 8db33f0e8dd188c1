import { Command } from 'commander';

/** Adds a command that only has commands below it. Its `help` is its own: that of the program stands in a group of the program. */
export function addFamily(parent: Command, name: string, description: string): Command {
  const help = new Command('help').argument('[verb]').description('Show help of a verb.');
  return parent.command(name).description(description).addHelpCommand(help);
}
