import { artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import type { OwnCaptions } from '@bonisa/domain/playback/title-captions';
import { USE_WORDS } from '../media/entry-artwork.ts';
import { PictureChange } from './picture-change.tsx';

/** Fields before and after, in words. */
export function FieldChanges({
  changes,
  nothing,
}: {
  readonly changes: Readonly<Record<string, { before?: unknown; after?: unknown }>>;
  readonly nothing?: string;
}) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return nothing ? <p className="text-muted">{nothing}</p> : null;
  return (
    <dl className="grid gap-2">
      {fields.map(([field, { before, after }]) => (
        <div key={field}>
          <dt className="font-semibold text-small">{labelOf(field)}</dt>
          {artworkUseOf(field) ? (
            <PictureChange before={before} after={after} />
          ) : (
            <dd className="break-words text-small">
              <del className="text-danger">{wordsOf(before)}</del> <span aria-hidden="true">→</span>{' '}
              <ins className="text-good">{wordsOf(after)}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function labelOf(field: string): string {
  const use = artworkUseOf(field);
  if (field === 'assetId') return 'Film (its number)';
  if (field === 'captions') return 'Captions';
  return use ? `Picture: ${USE_WORDS[use].toLowerCase()}` : field;
}

const LONGEST = 400;

/** A value of a field as a person reads it. */
export function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  const text = typeof value === 'object' ? listOf(value) : String(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function listOf(value: object): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return 'none';
  return value
    .map((one) => (typeof one === 'object' && one !== null ? itemOf(one) : String(one)))
    .join(', ');
}

function itemOf(item: object): string {
  if ('filesId' in item) return captionsOf(item as OwnCaptions);
  const { person, title, kind } = item as { person?: string; title?: string; kind?: string };
  return person ?? title ?? kind ?? JSON.stringify(item);
}

/** Two files of a language differ in their number alone, which ends in what is shown. */
function captionsOf({ label, filesId, isDefault }: OwnCaptions): string {
  if (filesId === null) return `${label} hidden`;
  return `${label}${isDefault ? ', offered first' : ''} (file ${filesId.slice(-6)})`;
}
