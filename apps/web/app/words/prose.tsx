import type { Named } from '@bonisa/domain/catalogue/names';
import type { ReactNode } from 'react';
import { language, proseLanguage } from './find-text.ts';

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

/** The name of an entry in the viewer's language, where it has one; else its title. */
export function ownName({ title, names }: Named): string {
  return names?.[language()] ?? title;
}

/** As {@link ownName}, marked as {@link inProse} marks words where it is the title. */
export function inOwnName(named: Named, rest = ''): ReactNode {
  return hasOwnName(named) ? ownName(named) + rest : inProse(named.title, rest);
}

/** As {@link proseLanguage}, for an element whose text is an {@link ownName}. */
export function nameLanguage(named: Named): string | undefined {
  return hasOwnName(named) ? undefined : proseLanguage();
}

function hasOwnName({ names }: Named): boolean {
  return names?.[language()] !== undefined;
}
