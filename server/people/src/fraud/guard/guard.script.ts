import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The guard's script as the page runs it: the text of `guard.press.js` without comment lines and
 * indentation. No name is shortened or obfuscated, so that everybody can read it. It is the same
 * for all visitors, so that the content security policy can name it by its hash. About 6 kB, 2.4 kB
 * compressed.
 */
export const GUARD_SCRIPT = withoutComments(
  readFileSync(new URL('./guard.press.js', import.meta.url), 'utf8'),
);

/** `sha256-…` of {@link GUARD_SCRIPT}, without quotes. */
export const GUARD_SCRIPT_HASH = `sha256-${createHash('sha256').update(GUARD_SCRIPT).digest('base64')}`;

function withoutComments(source: string): string {
  return source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join('\n');
}
