import type { ProtocolRecord, RiskRules } from '@batonkit/protocol';
import type * as z from 'zod';
import { err, type Failure, okAsync, type Result, ResultAsync } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { openTask } from '@batonkit/core/internal';
import { normalizePath, rejectingIn } from '@batonkit/protocol/internal';
import type { OperationKit } from '../operation/operation.ts';
import { optionsOf, readNamed, toWritten, type Written } from '../operation/operation-fields.ts';

/** As many globs as the record keeps. */
const MAX_RISK_PATHS = 200;

/** What {@link classifyTask} is told. */
export interface ClassifyRequest {
  readonly taskId: string;
  readonly paths?: readonly string[];
  readonly level?: 'HIGH' | 'MEDIUM' | 'LOW';
  readonly changes?: readonly string[];
  readonly forceFullProtocol?: boolean;
  readonly riskRules?: string;
}

/** A task whose risk and agents are recorded. */
export type ClassifiedTask = z.infer<typeof Written> & {
  readonly level: string;
  readonly path: string[];
  readonly agents: string[];
};

/** Judges the risk of a task by the rules, then records it and the agents that it calls for. */
export async function classifyTask(
  kit: OperationKit,
  request: ClassifyRequest,
): Promise<Result<ClassifiedTask, Failure>> {
  const { protocol, machine } = kit.baton;
  const options = optionsOf(kit);
  const record = await openTask({ tasks: kit.tasks, machine }, request.taskId);
  if (record.isErr()) return err(record.error);
  const rules = await readRules(kit, request);
  if (rules.isErr()) return err(rules.error);
  const { risk, agents } = await judge(record.value, request, rules.value);
  const classified = await protocol.send(request.taskId, { ...options, command: { type: 'classify-task', ...risk } });
  if (classified.isErr()) return err(classified.error);
  // The second write is another operation than the first, so it has another id.
  const { operationId } = options;
  const second = operationId === undefined ? {} : { operationId: `agents-${sha256Hex(operationId)}` };
  const select = { type: 'select-agents', agents: agents.map((name) => ({ name })) } as const;
  const selected = await protocol.send(request.taskId, { ...options, ...second, command: select });
  return selected.map((context) => ({
    ...toWritten({ ...context, replayed: classified.value.replayed }),
    level: risk.level,
    path: [...(context.record.protocol?.risk?.path ?? [])],
    agents,
  }));
}

/** The rules of the request, else those of the repository's settings, else none. */
function readRules(
  kit: OperationKit,
  { riskRules = kit.riskRules }: ClassifyRequest,
): ResultAsync<RiskRules | undefined, Failure> {
  if (riskRules === undefined) return okAsync(undefined);
  return readNamed(kit, riskRules).andThen((text) => new ResultAsync(parse(riskRules, text)));
}

async function parse(path: string, text: string): Promise<Result<RiskRules, Failure>> {
  const { parseRiskRules } = await import('@batonkit/protocol/rules');
  return parseRiskRules(path, text);
}

async function judge(record: ProtocolRecord, request: ClassifyRequest, rules: RiskRules | undefined) {
  const { classifyChange, classifyRisk, selectAgents } = await import('@batonkit/protocol');
  const { repo_paths, scope_patterns, task_snapshot } = record.immutable;
  const paths = request.paths ?? repo_paths;
  const { description } = task_snapshot;
  const { forceFullProtocol, level: override, changes } = request;
  const { level, variant, method, triggers, reasons } = classifyRisk({
    paths,
    description,
    override,
    forceFullProtocol,
    rules,
  });
  const selected = selectAgents({ level, paths, description, changes, rules }).agents;
  // A reviewer that rejected stays, whatever the rules select now.
  const rejecting = record.protocol === null ? [] : rejectingIn(record.protocol).map(([name]) => name);
  const agents = [...new Set([...selected, ...rejecting])];
  const change_kind = classifyChange(paths, rules);
  const judged =
    request.paths?.map((path) => normalizePath(path) ?? path) ??
    (scope_patterns.length > 0 ? scope_patterns : repo_paths);
  const kept = judged.length > MAX_RISK_PATHS ? {} : { paths: [...judged] };
  return { risk: { level, variant, change_kind, method, triggers, reasons, ...kept }, agents };
}
