import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { realPath } from '../kit/find-workspace.ts';

/** Where opencode looks for the plugins of a project. */
export const OPENCODE_PLUGIN_PATH = '.opencode/plugins/batonkit.js';

/**
 * The plugin file. It takes the package from the project when it is installed there, else by the path of the program that runs now.
 * A guard that cannot be loaded must not be missing unseen, so the file throws in every tool use then.
 */
export function pluginText(main: string, file: string): string {
  const isInstalled = fs.existsSync(join(main, 'node_modules/@batonkit/cli/package.json'));
  // A program in `.bin` is a link; the other files of its package lie beside what it leads to.
  const source = isInstalled
    ? '@batonkit/cli/opencode'
    : pathToFileURL(join(dirname(realPath(file)), 'opencode.js')).href;
  return `// batonkit opencode plugin, written by \`baton hooks install opencode\`.
export const BatonkitPlugin = async (input) => {
  try {
    const { createOpencodePlugin } = await import(${JSON.stringify(source)});
    return await createOpencodePlugin(input);
  } catch (error) {
    return {
      'tool.execute.before': async () => {
        throw new Error(\`The Batonkit guard could not be loaded, so nothing may be used: \${error}\`);
      },
    };
  }
};
`;
}
