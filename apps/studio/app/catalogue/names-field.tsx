import { LONGEST_NAME } from '@bonisa/contract/studio/catalogue-entries';
import type { Names } from '@bonisa/domain/catalogue/names';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@bonisa/domain/languages';
import type { ReactNode } from 'react';
import { TextField } from '../design/fields.tsx';

/** What an entry is called in each language of the site. */
export function NamesField({
  label,
  hint,
  names,
  onChange,
  problem,
  disabled,
}: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly names: Names;
  readonly onChange: (names: Names | null) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}) {
  const set = (language: Language, name: string): void => {
    const { [language]: _, ...others } = names;
    const all = name === '' ? others : { ...others, [language]: name };
    onChange(Object.keys(all).length > 0 ? all : null);
  };
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <p className="mb-2 text-small text-muted">{hint}</p>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      <div className="grid gap-x-4 md:grid-cols-2">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={LANGUAGE_NAMES[language]}
            lang={language}
            maxLength={LONGEST_NAME}
            value={names[language] ?? ''}
            onChange={(event) => set(language, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
