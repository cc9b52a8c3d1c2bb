import type { ReactNode } from 'react';
import { proseLanguage } from './find-text.ts';

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
