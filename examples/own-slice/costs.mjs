// A slice of its own: what a task may cost, what it has cost, and no further turn when that is too much.
import { ok, reject } from '@batonkit/core';
import { defineSlice, roles, turns } from '@batonkit/core/machine';
import * as z from 'zod';

const usd = z.number().positive().max(1_000_000);
const role = z.string().max(64);
const Costs = z.strictObject({
  budget: usd.nullable(),
  spent: z.record(role, z.number()),
});

/** @param {import('zod').infer<typeof Costs> | null} costs */
const total = (costs) => Object.values(costs?.spent ?? {}).reduce((sum, each) => sum + each, 0);
/** @type {import('zod').infer<typeof Costs>} */
const empty = { budget: null, spent: {} };

/** @param {{ readonly costs: import('zod').infer<typeof Costs> | null }} record */
const overBudget = ({ costs }) => {
  const budget = costs?.budget ?? Infinity;
  if (total(costs) < budget) return [];
  const detail = `The budget of ${budget} USD is spent: ${total(costs)} USD so far. Raise it with set-budget.`;
  return [{ condition: 'within-budget', detail }];
};

export default defineSlice({
  name: 'costs',
  needs: [roles, turns],
  section: z.strictObject({ costs: Costs.nullable() }),
  // Null until the first command: tasks that began before the slice was there go on as they were.
  begin: () => ({ costs: null }),
  commands: [
    z.strictObject({ type: z.literal('set-budget'), usd }),
    z.strictObject({ type: z.literal('record-cost'), role, usd }),
  ],
  events: [
    z.strictObject({ type: z.literal('budget-set'), usd }),
    z.strictObject({ type: z.literal('cost-recorded'), role, usd }),
  ],
  decide: {
    'set-budget': ({ costs }, command) =>
      ok(costs?.budget === command.usd ? [] : [{ type: 'budget-set', usd: command.usd }]),
    'record-cost': (record, command) =>
      record.roles.includes(command.role)
        ? ok([{ type: 'cost-recorded', role: command.role, usd: command.usd }])
        : reject('Rejected', [{ condition: 'role-known', detail: `${command.role} is not a role of this task.` }]),
  },
  evolve: {
    'budget-set': ({ costs }, event) => ({ costs: { ...(costs ?? empty), budget: event.usd } }),
    'cost-recorded': ({ costs }, event) => {
      const { budget, spent } = costs ?? empty;
      return { costs: { budget, spent: { ...spent, [event.role]: (spent[event.role] ?? 0) + event.usd } } };
    },
  },
  objections: {
    'start-turn': overBudget,
    'update-coordination': (record, { status }) => (status === 'in_progress' ? overBudget(record) : []),
  },
  shows: {
    trail: {
      'budget-set': (event) => `${event.usd} USD`,
      'cost-recorded': (event) => `${event.role}: ${event.usd} USD`,
    },
    status: ({ costs }) => costs && `${total(costs)} of ${costs.budget ?? 'unlimited'} USD`,
  },
});
