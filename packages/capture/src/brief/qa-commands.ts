import type { CaptureWarning } from '../sources/capture-warning.ts';
import { boundField } from '../sources/long-fields.ts';
import type { StandardsMapSource } from '../sources/standards-map.ts';
import type { TaskFile } from '../sources/task-yaml.ts';

/** A QA command of a task: who said so, and where it stands. */
export interface QaCommand {
  readonly command: string;
  readonly source: 'task' | 'area' | 'repository';
  /** The file and line, as in `tasks/a.yaml#L7`. */
  readonly from: string;
}

/** The task's own commands; where it has none, those of its area; where that has none, those of the repository. */
export function chooseQaCommands(
  task: TaskFile,
  taskFile: string,
  standards: StandardsMapSource | null,
): { readonly commands: readonly QaCommand[]; readonly warnings: readonly CaptureWarning[] } {
  const area = task.area?.text ?? '';
  const { default: repository = [], areas = {} } = standards?.map.qa ?? {};
  const fromMap = (
    commands: readonly string[],
    source: QaCommand['source'],
    path: readonly string[],
  ): readonly PlacedCommand[] =>
    commands.map((command, index) => {
      const line = standards?.source.lineOf(['qa', ...path, index]) ?? 1;
      return { command, source, file: standards?.source.file ?? '', line };
    });
  const own = task.qaCommands.map(({ text, line }): PlacedCommand => ({
    command: text.trim(),
    source: 'task',
    file: taskFile,
    line,
  }));
  const ofArea = Object.hasOwn(areas, area) ? fromMap(areas[area] ?? [], 'area', ['areas', area]) : [];
  const chosen = [own, ofArea].find((list) => list.length > 0) ?? fromMap(repository, 'repository', ['default']);
  return {
    commands: chosen.map(({ command, source, file, line }) => ({ command, source, from: `${file}#L${line}` })),
    // Half a command would do something else, so a long one is only reported.
    warnings: chosen.flatMap(
      ({ command, ...place }, index) => boundField(`qa.commands[${index}]`, command, place, false).warnings,
    ),
  };
}

interface PlacedCommand {
  readonly command: string;
  readonly source: QaCommand['source'];
  readonly file: string;
  readonly line: number;
}
