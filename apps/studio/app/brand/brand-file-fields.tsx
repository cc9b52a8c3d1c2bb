import { type BrandFileName, helpFileOf } from '@bonisa/domain/brand/brand-files';
import { LANGUAGE_NAMES, LANGUAGES } from '@bonisa/domain/languages';
import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { DropField } from '../design/drop-field.tsx';
import { CheckField, TextArea } from '../design/fields.tsx';
import { Notice } from '../design/states.tsx';
import { fieldOf, fileText, withField, withFile } from './brand-draft.ts';
import { type BrandPart, problemAt } from './brand-form.ts';

const DRAWN = [
  ['logo.svg', 'logo', '.svg', 'Beside the name; a viewBox that begins with 0 0. At most 40 kB.'],
  ['icon.svg', 'icon', '.svg', 'The mark in icons. Without it the logo. At most 40 kB.'],
  ['display.woff2', 'font', '.woff2', 'The font of headings. Viewers pay for it: at most 40 kB.'],
] as const;

export const DRAWN_FILES: readonly string[] = DRAWN.map(([file]) => file);

/** Logo, icon and font. */
export function BrandDrawings(part: BrandPart) {
  const { files, onChange } = part;
  return (
    <>
      {DRAWN.map(([file, name, accept, hint]) => (
        <FilePart key={file} {...part} {...{ file, name, accept, hint }} />
      ))}
      <CheckField
        label="The logo has the name in it"
        hint="Then the name is not written beside it."
        checked={fieldOf(files, 'logoHasName') === true}
        onChange={({ target }) =>
          onChange(withField(files, 'logoHasName', target.checked || undefined))
        }
      />
    </>
  );
}

interface FilePartProps extends BrandPart {
  readonly file: BrandFileName;
  readonly name: string;
  readonly accept: string;
  readonly hint: string;
}

function FilePart({ files, onChange, problems, file, name, accept, hint }: FilePartProps) {
  const [refusal, setRefusal] = useState<string>();
  const take = async ([chosen]: readonly [File, ...File[]]): Promise<void> => {
    try {
      onChange(withFile(files, file, await fileText(file, chosen)));
      setRefusal(undefined);
    } catch (error) {
      setRefusal((error as Error).message);
    }
  };
  const problem = refusal ?? problemAt(problems, file);
  const isGiven = files[file] !== undefined;
  return (
    <section aria-label={file}>
      {problem && <Notice tone="problem">{problem}</Notice>}
      <DropField button={`Choose the ${name}`} accept={accept} onFiles={take}>
        <p>
          <strong>{isGiven ? `${file} is given.` : `No ${file}.`}</strong> {hint}
        </p>
        {isGiven && (
          <Button
            size="small"
            tone="quiet"
            onClick={() => onChange(withFile(files, file, undefined))}
          >
            Remove the {name}
          </Button>
        )}
      </DropField>
    </section>
  );
}

const HELP = LANGUAGES.map((language) => ({
  file: helpFileOf(language),
  label: `Questions and answers in ${LANGUAGE_NAMES[language]}`,
}));

export const HELP_FILES: readonly string[] = HELP.map(({ file }) => file);

/** Questions and answers, a file for each language. */
export function BrandHelp(part: BrandPart) {
  return (
    <>
      <p className="mb-3 max-w-[46rem] text-muted">
        A topic is a line such as <code>## How do I stop? {'{#stop}'}</code>, then its answer. It
        takes the place of our topic with the same anchor. Empty: our topics.
      </p>
      {HELP.map(({ file, label }) => (
        <TextFile key={file} {...part} {...{ file, label }} />
      ))}
    </>
  );
}

/** Words of short messages. */
export function BrandMessages(part: BrandPart) {
  return (
    <>
      <p className="mb-3 max-w-[46rem] text-muted">
        JSON by language. A text without its price, STOP or support number is refused. Empty: our
        words.
      </p>
      <TextFile {...part} file="messages.json" label="Words of short messages" />
    </>
  );
}

function TextFile({
  files,
  onChange,
  problems,
  file,
  label,
}: BrandPart & { readonly file: BrandFileName; readonly label: string }) {
  return (
    <TextArea
      label={label}
      hint={file}
      rows={6}
      spellCheck={false}
      className="font-mono text-small"
      value={files[file] ?? ''}
      problem={problemAt(problems, file)}
      onChange={({ target }) => onChange(withFile(files, file, target.value || undefined))}
    />
  );
}
