import { LANGUAGE_NAMES, LANGUAGES, languageTag } from '@bonisa/domain/languages';
import { useId } from 'react';
import { language } from './find-text.ts';
import { say } from './words.ts';

/**
 * The choice of a language. A form of its own, which works without a script: the server stores the
 * choice in a cookie and leads back, and the page comes anew, because each language has scripts of
 * its own.
 */
export function LanguageChoice() {
  const id = useId();
  const chosen = language();
  return (
    <form method="post" action="/language" data-native className="language-choice">
      <span id={id}>{say('language')}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a flex box everywhere */}
      <span role="group" aria-labelledby={id} className="language-names">
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="submit"
            name="language"
            value={one}
            lang={languageTag(one)}
            aria-current={one === chosen || undefined}
          >
            {LANGUAGE_NAMES[one]}
          </button>
        ))}
      </span>
      {chosen === 'en' ? null : <small>{say('language.review')}</small>}
    </form>
  );
}
