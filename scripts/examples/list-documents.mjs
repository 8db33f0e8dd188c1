import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Every page of documentation, relative to the root. */
export function listDocuments() {
  const pages = readdirSync('.').filter((name) => name.endsWith('.md'));
  const docs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^api\b/.test(name))
    .map((name) => join('docs', name));
  const readmes = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => {
      const readme = join(folder, name, 'README.md');
      return existsSync(readme) ? [readme] : [];
    }),
  );
  return [...pages, ...docs, ...readmes].sort();
}
