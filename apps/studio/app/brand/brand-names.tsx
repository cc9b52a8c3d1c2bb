import { LANGUAGE_NAMES, LANGUAGES } from '@bonisa/domain/languages';
import { TextArea, TextField } from '../design/fields.tsx';
import { textOf, withField } from './brand-draft.ts';
import { type BrandPart, problemAt } from './brand-form.ts';

const NAMES = [
  ['name', 'Name of the service', 'At most 20 plain signs: it stands in short messages too.'],
  ['carrier', 'Carrier', 'Whose airtime pays. Empty: texts say “your network”.'],
  ['company', 'Company', 'Who runs the service. Empty: the name.'],
  ['address', 'Address', 'On one line.'],
  ['supportNumber', 'Support number', 'What subscribers call.'],
  ['supportEmail', 'Support e-mail', ''],
  ['catalogueLanguage', 'Language of the catalogue', 'A code such as af. Empty: English.'],
  ['tagManager', 'Google Tag Manager', 'A container such as GTM-ABC1234. Empty: none.'],
] as const;

export const NAME_FIELDS: readonly string[] = NAMES.map(([field]) => field);

/** Names and contacts. A variable of the server that holds a field counts more than it. */
export function BrandNames({
  files,
  onChange,
  problems,
  variables,
}: BrandPart & {
  readonly variables: readonly { readonly variable: string; readonly field: string }[];
}) {
  return NAMES.map(([field, label, hint]) => {
    const variable = variables.find((one) => one.field === field)?.variable;
    return (
      <TextField
        key={field}
        label={label}
        hint={variable ? `${variable} holds this field on the server, and counts more.` : hint}
        isNeeded={field === 'name'}
        value={textOf(files, field)}
        problem={problemAt(problems, 'brand.json', field)}
        onChange={({ target }) => onChange(withField(files, field, target.value))}
      />
    );
  });
}

const WORDS = [
  ['pitch', 'Pitch', 'Behind the name in the title of the home page: 60 characters.'],
  ['description', 'Description', 'For search engines and shared links: 160 characters.'],
  ['share', 'Invitation', 'The words of an invitation: 160 characters.'],
] as const;

export const WORD_FIELDS: readonly string[] = WORDS.map(([field]) => field);

/** What the brand says about itself, by language. */
export function BrandWords({ files, onChange, problems }: BrandPart) {
  return WORDS.map(([field, label, hint]) => (
    <fieldset key={field} className="mb-5">
      <legend className="font-semibold">{label}</legend>
      <p className="mb-2 text-small text-muted">
        {hint} Without English our own words stand there; {'{service}'} is the name.
      </p>
      {problemAt(problems, 'brand.json', field) && (
        <p className="mb-2 text-small font-semibold text-danger">
          {problemAt(problems, 'brand.json', field)}
        </p>
      )}
      {LANGUAGES.map((language) => {
        const path = `${field}.${language}`;
        return (
          <TextArea
            key={language}
            rows={2}
            label={`${label} in ${LANGUAGE_NAMES[language]}`}
            value={textOf(files, path)}
            problem={problemAt(problems, 'brand.json', path)}
            onChange={({ target }) => onChange(withField(files, path, target.value))}
          />
        );
      })}
    </fieldset>
  ));
}
