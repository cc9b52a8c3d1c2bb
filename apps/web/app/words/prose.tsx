import type { ReactNode } from 'react';
import { proseLanguage } from './find-text.ts';
import { say } from './words.ts';

/**
 * Words of the catalogue in a line with words of the page, such as `Drama · 12 min`: an element of
 * their own only where the languages differ. `rest`: what follows them.
 */
export function inProse(words: string, rest = ''): ReactNode {
  const lang = proseLanguage();
  return lang ? (
    <>
      <span lang={lang}>{words}</span>
      {rest}
    </>
  ) : (
    words + rest
  );
}

/**
 * The name of a genre or category in the viewer's language, where the words have it; else as the
 * catalogue has it.
 */
export function ownName(name: string): string {
  return foundName(name) ?? name;
}

/** As {@link ownName}, marked as {@link inProse} marks words where it is the catalogue's. */
export function inOwnName(name: string, rest = ''): ReactNode {
  const own = foundName(name);
  return own === undefined ? inProse(name, rest) : own + rest;
}

function foundName(name: string): string | undefined {
  return `;${say('catalogue.names')}`.split(`;${name}=`)[1]?.split(';')[0];
}
