import { Application } from 'typedoc';
import { listEntries, readDeclarations } from './list-entries.mjs';

// Builds the site in docs/api: a page for every entry that a package exports, from its built declarations, and the guides.
// A warning (a link that leads nowhere, a comment that typedoc cannot read) fails.
const app = await Application.bootstrap({ options: 'typedoc.json' });
const entries = listEntries();
const program = readDeclarations(entries);
const project = app.converter.convert(
  entries.map(({ title, file }) => {
    const sourceFile = program.getSourceFile(file);
    if (sourceFile === undefined) throw new Error(`${file} is not there. Run npm run build first.`);
    return { displayName: title, program, sourceFile };
  }),
);
app.validate(project);
await app.generateOutputs(project);
const failed = app.logger.hasErrors() || app.logger.hasWarnings();
console.log(`${entries.length} entries documented${failed ? ', with problems' : ''}`);
process.exit(failed ? 1 : 0);
