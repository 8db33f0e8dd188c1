import type { Operation } from '@batonkit/operations';
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { compactInput, compactOutput, toFullSchema, type ObjectSchema } from './compact-schema.ts';

/** An operation as a tool: what is listed, and the whole schemas behind it. */
export interface DescribedTool {
  readonly operation: Operation;
  /** What callers may send: the operation's input without what only a person on a terminal may say. */
  readonly input: z.ZodObject;
  readonly listed: Tool & { readonly inputSchema: ObjectSchema; readonly outputSchema: ObjectSchema };
  readonly full: { readonly input: ObjectSchema; readonly output: ObjectSchema };
}

/** What a program must not say in a person's place, for which the person is asked; and what leads out of the workspace. */
const NOT_OVER_MCP: Readonly<Record<string, readonly string[]>> = {
  approve: ['by', 'message'],
  'qa run': ['accept'],
  'take-over': ['confirmedBy'],
  restore: ['into'],
};

/**
 * The name of an operation's tool: the operation's words with underscores.
 *
 * @example
 * ```ts
 * import { toToolName } from '@batonkit/mcp-server';
 *
 * toToolName('hand-off'); // => 'hand_off'
 * toToolName('task create'); // => 'task_create'
 * ```
 */
export function toToolName(operationName: string): string {
  return operationName.replaceAll(/[ -]/g, '_');
}

/** Optional fields that few calls need. They are taken, but not listed; a refusal and the whole schema name them. */
const NOT_LISTED: Readonly<Record<string, readonly string[]>> = {
  init: ['scopeMacros', 'allowStatus', 'baseCommit'],
  update: ['qaLogPath', 'sessionId'],
  'record-qa': ['command', 'exitCode'],
  start: ['expect', 'paranoid'],
  'hand-off': ['maxFileBytes', 'maxSnapshotBytes', 'exitCode', 'outOfScope'],
  'qa run': ['role', 'parallel', 'timeLimit'],
  trail: ['limit'],
  rebuild: ['evenInProgress'],
  claim: ['dependencies'],
  snapshot: ['maxFileBytes', 'maxSnapshotBytes', 'outOfScope'],
  export: ['maxTokens'],
  preview: ['snapshot'],
  restore: ['snapshot', 'foreign'],
  verify: ['paranoid'],
  classify: ['changes', 'riskRules', 'forceFullProtocol'],
  queue: ['phases', 'types', 'names'],
  worktree: ['base', 'keepBranch'],
  tasks: ['strict'],
  context: ['strict'],
  'parse-report': ['strict'],
  'task create': ['dependencies', 'repository'],
  'task log': ['commits'],
  'task chain': ['configuration'],
  'tiers load': ['session'],
  'tiers compact': ['session', 'threshold'],
  'tiers checkpoint': ['session'],
  'tiers recover': ['session'],
};

const described = new WeakMap<Operation, DescribedTool>();

/** Describes an operation as a tool. The work is done once for each operation, since a server is made for every HTTP request. */
export function describeTool(operation: Operation): DescribedTool {
  const known = described.get(operation);
  if (known !== undefined) return known;
  const { name, summary, output, hints } = operation;
  const input = withoutFields(operation.input, NOT_OVER_MCP[name] ?? []);
  const full = { input: toFullSchema(input, 'input'), output: toFullSchema(output, 'output') };
  const tool: DescribedTool = {
    operation,
    input,
    full,
    listed: {
      name: toToolName(name),
      description: summary,
      inputSchema: compactInput(full.input, NOT_LISTED[name] ?? []),
      // What a write answers is said once, in the server's instructions; of a tool that reads, the answer is the point.
      outputSchema: hints.readOnly ? compactOutput(full.output, full.input) : { type: 'object' },
      annotations: {
        readOnlyHint: hints.readOnly,
        destructiveHint: hints.destructive,
        idempotentHint: hints.idempotent,
        openWorldHint: hints.openWorld,
      },
    },
  };
  described.set(operation, tool);
  return tool;
}

function withoutFields(input: z.ZodObject, fields: readonly string[]): z.ZodObject {
  const kept = Object.entries(input.shape).filter(([name]) => !fields.includes(name));
  return fields.length === 0 ? input : z.strictObject(Object.fromEntries(kept));
}
