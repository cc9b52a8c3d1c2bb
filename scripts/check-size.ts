/** Fails where a code file has more than 400 lines: it does more than one thing. */
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const CODE = /\.(css|js|mjs|ts|tsx)$/;
const MOST_LINES = 400;

/** The complaint about a file that is too long; `undefined` for any other. */
export function tooLong(path: string, text: string): string | undefined {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return CODE.test(path) && lines > MOST_LINES
    ? `${path}: ${lines} lines, at most ${MOST_LINES} are allowed`
    : undefined;
}

if (import.meta.main) {
  const complaints = sourceFiles().flatMap(
    (path) => tooLong(path, readFileSync(path, 'utf8')) ?? [],
  );
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
