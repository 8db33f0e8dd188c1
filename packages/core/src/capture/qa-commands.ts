import type { StandardsMapSource } from './standards-map.ts';
import type { TaskFile } from './task-yaml.ts';

/** The QA commands of a task and who said so. */
export interface QaCommands {
  readonly commands: readonly string[];
  readonly source: 'task' | 'area' | 'repository' | 'none';
}

/** The task's own commands; where it has none, those of its area; where that has none, those of the repository. */
export function chooseQaCommands(task: TaskFile, standards: StandardsMapSource | null): QaCommands {
  if (task.qaCommands.length > 0) return { commands: task.qaCommands.map(({ text }) => text.trim()), source: 'task' };
  const { default: repository = [], areas = {} } = standards?.map.qa ?? {};
  const area = task.area?.text ?? '';
  const ofArea = Object.hasOwn(areas, area) ? (areas[area] ?? []) : [];
  if (ofArea.length > 0) return { commands: ofArea, source: 'area' };
  return repository.length > 0 ? { commands: repository, source: 'repository' } : { commands: [], source: 'none' };
}
