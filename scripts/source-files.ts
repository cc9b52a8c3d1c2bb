import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folders without hand-written files: what .gitignore names, and git's own. */
const GENERATED = new Set([
  '.git',
  '.react-router',
  'build',
  'coverage',
  'meta',
  'node_modules',
  'var',
]);

/** The paths of all files below a folder except in generated folders, sorted, with slashes. */
export function sourceFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !GENERATED.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourceFiles(path) : entry.isFile() ? [path] : [];
    })
    .sort();
}
