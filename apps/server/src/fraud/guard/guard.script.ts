import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The guard's script as the page runs it: the text of `guard.press.js` without its comment lines
 * and indentation. Nothing is renamed or hidden: anybody may read it, and it is the same for
 * everybody, so that the content security policy can name it by its hash. About 6 kB, 2.4 kB
 * compressed.
 */
export const GUARD_SCRIPT = bare(
  readFileSync(new URL('./guard.press.js', import.meta.url), 'utf8'),
);

/** `sha256-…` of {@link GUARD_SCRIPT}, without quotes. */
export const GUARD_SCRIPT_HASH = `sha256-${createHash('sha256').update(GUARD_SCRIPT).digest('base64')}`;

function bare(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}
