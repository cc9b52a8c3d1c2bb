import { contrastsOf, tokensOf } from '@bonisa/domain/brand/brand-look';
import { isColour } from '@bonisa/domain/colour';
import { useId } from 'react';
import { FIELD, Field, tied } from '../design/fields.tsx';
import { Notice } from '../design/states.tsx';
import { ContrastTable } from './brand-contrasts.tsx';
import { coloursOf, textOf, withField } from './brand-draft.ts';
import { type BrandPart, problemAt } from './brand-form.ts';

const COLOURS = [
  ['page', 'Page', 'The ground of every page: dark.', '--color-ink'],
  ['text', 'Text', 'Words.', '--color-bone'],
  ['accent', 'Accent', 'Buttons and marks.', '--color-ochre'],
  ['surface', 'Surface', 'Cards and fields.', '--color-night'],
  ['raised', 'Raised', 'What lies on a surface.', '--color-dusk'],
  ['band', 'Band', 'The ground of ornaments.', '--color-plum'],
  ['quietText', 'Quiet text', 'Words of less weight.', '--color-quiet'],
  ['highlight', 'Highlight', 'Warnings and large shapes.', '--color-sunset'],
] as const;

const NEEDED: readonly string[] = ['page', 'text', 'accent'];

/** The colours, with the contrast of every pair that is read as they are chosen. */
export function BrandColoursPart(part: BrandPart) {
  const colours = coloursOf(part.files);
  const tokens = colours && tokensOf(colours);
  const contrasts = tokens ? contrastsOf(tokens) : [];
  const low = contrasts.filter(({ has, least }) => has < least).length;
  const fault = problemAt(part.problems, 'brand.json', 'colours');
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-5">
        {COLOURS.map(([field, label, hint, token]) => (
          <ColourField
            key={field}
            {...part}
            {...{ field, label, hint }}
            mixed={tokens?.[token] ?? '#000000'}
          />
        ))}
      </div>
      {tokens ? (
        <>
          <Notice tone={low === 0 ? 'good' : 'problem'}>
            {low === 0
              ? 'Every pair has the contrast that it needs.'
              : `${low} of ${contrasts.length} pairs cannot be read.`}
          </Notice>
          {low === 0 && fault && <Notice tone="problem">{fault}</Notice>}
          <ContrastTable pairs={contrasts} />
        </>
      ) : (
        <Notice tone="info">Give page, text and accent to compare the colours.</Notice>
      )}
    </>
  );
}

interface ColourFieldProps extends BrandPart {
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  /** What it is mixed to where it is empty. */
  readonly mixed: string;
}

function ColourField({ files, onChange, problems, field, label, hint, mixed }: ColourFieldProps) {
  const id = useId();
  const path = `colours.${field}`;
  const value = textOf(files, path);
  const isNeeded = NEEDED.includes(field);
  const labelled = {
    label,
    hint: isNeeded ? hint : `${hint} Empty: ${mixed}, mixed from the first three.`,
    problem: problemAt(problems, 'brand.json', path),
    isNeeded,
  };
  const change = (to: string): void => onChange(withField(files, path, to));
  return (
    <Field id={id} {...labelled}>
      <div className="flex gap-2">
        <input
          {...tied(id, labelled)}
          className={FIELD}
          value={value}
          spellCheck={false}
          placeholder={isNeeded ? '#1a2b3c' : mixed}
          onChange={({ target }) => change(target.value.trim())}
        />
        <input
          type="color"
          aria-label={`${label}: choose`}
          className="h-10 w-12 shrink-0 rounded-mark border border-field bg-sheet p-1"
          value={isColour(value) ? value : mixed}
          onChange={({ target }) => change(target.value)}
        />
      </div>
    </Field>
  );
}
