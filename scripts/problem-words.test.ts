import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** What turns the issues of a schema into words, and what groups the issues of a batch by row. */
const READERS = [
  'packages/contract/src/problem-words.ts',
  'server/carriers/src/apis.config.ts',
  'server/content/src/editing/batch.rows.ts',
];
/** The issues of a failed check, or the texts that zod makes of them. */
const ISSUES = /\berror\??\.issues\b|\{ issues \}|prettifyError|flattenError|treeifyError/;

it('turns the issues of schemas into words in one place, which each reader of them loads', () => {
  const files = ['apps', 'packages', 'server']
    .flatMap((folder) => sourceFiles(join(import.meta.dirname, '..', folder)))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test(-kit|-support)?\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => ISSUES.test(text));
  const name = (path: string): string => path.slice(join(import.meta.dirname, '..').length + 1);
  expect(files.map(({ path }) => name(path))).toEqual(READERS);
  for (const { text } of files) expect(text).toMatch(/problem-words'|z\.config\(/);
});
