/** Folders from which coding agents take rules, commands and settings. */
const FOLDER =
  /(?:^|\/)\.(?:agents?|aider|amazonq|augment|claude|clinerules|codex|continue|cursor|gemini|goose|junie|kiro|opencode|qwen|roo|trae|windsurf|github\/(?:agents|chatmodes|instructions|prompts))\//i;

/** Files that they read wherever they lie. */
const FILE =
  /(?:^|\/)(?:(?:agents?|claude|codex|copilot-instructions|gemini|qwen|skill|warp)(?:[._-](?:local|override))?\.(?:md|mdx|mdc|markdown|txt)|[^/]*\.(?:agent|chatmode|instructions|prompt)\.md|[^/]*\.mdc|\.(?:aider[^/]*|clinerules[^/]*|cursorrules|goosehints|roorules[^/]*|windsurfrules)|\.?mcp\.json|opencode\.jsonc?)$/i;

/** Whether coding agents take a file as instructions, whatever the case of its name: file systems may not tell cases apart. */
export function instructsAgents(path: string): boolean {
  return FOLDER.test(path) || FILE.test(path);
}
