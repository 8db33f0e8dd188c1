import { schemaViolation, type SchemaViolation } from '../result/schema-violation.ts';
import { reject, type Rejection } from '../record/rejection.ts';
import { err, ok, type Result } from '../result/result.ts';
import { editChainOutput, type ChainOutputReport } from './chain-output.ts';
import { findSection } from './state-document.ts';
import { editStateFile, type OpenStateFile } from './state-file.ts';
import { replaceMetadata } from './state-metadata.ts';

/**
 * Writes the chain output and, when every criterion is checked, the status `complete`. `Rejected` while one is not, unless
 * forced.
 */
export function writeChainOutput(
  { file, document, metadata, state }: OpenStateFile,
  report: ChainOutputReport,
  { force }: { readonly force: boolean },
): Result<OpenStateFile, SchemaViolation | Rejection<'Rejected'>> {
  const open = state.criteria.flatMap(({ text, checked }, index) => (checked ? [] : [{ index, text }]));
  if (open.length > 0 && !force) {
    return reject(
      'Rejected',
      open.map(({ index, text }) => ({
        condition: `criterion-checked:${index}`,
        detail: `Criterion ${index} is not checked: ${text.slice(0, 200)}.`,
      })),
    );
  }
  const section = findSection(document, 'output');
  if (section === null) {
    return err(schemaViolation([{ file, line: 1, detail: 'There is no section "4. Chain Output" to write to.' }]));
  }
  const isDone = open.length === 0 && metadata.value.status !== 'complete';
  const edits = [
    ...(isDone ? replaceMetadata(metadata, 'status', 'complete') : []),
    ...editChainOutput(document, section, report),
  ];
  return editStateFile({ document, file }, edits).andThen((written) => {
    if (written.state.output !== null && written.state.sections.length === state.sections.length) return ok(written);
    const detail =
      'A code block or comment in the chain output is not closed, so that what is added would not be seen.';
    return err(schemaViolation([{ file, line: section.line, detail }]));
  });
}
