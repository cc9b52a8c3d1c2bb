/**
 * Fails where a code file has more than 400 lines, or the composition root 150 or more: a long file
 * does more than one thing, and a long root composes what a capability's factory should.
 */
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const CODE = /\.(css|js|mjs|ts|tsx)$/;
const MOST_LINES = 400;
/** Files with a limit of their own. */
const LIMITS: Readonly<Record<string, number>> = { 'apps/server/src/compose.ts': 149 };

/** The complaint about a file that is too long; `undefined` for any other. */
export function tooLong(path: string, text: string): string | undefined {
  const most = LIMITS[path] ?? MOST_LINES;
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return CODE.test(path) && lines > most
    ? `${path}: ${lines} lines, at most ${most} are allowed`
    : undefined;
}

if (import.meta.main) {
  const complaints = sourceFiles().flatMap(
    (path) => tooLong(path, readFileSync(path, 'utf8')) ?? [],
  );
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
