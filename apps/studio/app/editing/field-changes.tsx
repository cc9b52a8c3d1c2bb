import { artworkUseOf } from '@bonisa/contract/studio/artwork-fields';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { labelOf as fieldLabel } from '../catalogue/field-plan.ts';
import { USE_WORDS } from '../media/entry-artwork.ts';
import { passages, valueWords } from './field-words.ts';
import { PictureChange } from './picture-change.tsx';

/** Fields before and after, in words. */
export function FieldChanges({
  kind,
  changes,
  nothing,
}: {
  readonly kind: EntryKind;
  readonly changes: Readonly<Record<string, { before?: unknown; after?: unknown }>>;
  readonly nothing?: string;
}) {
  const fields = Object.entries(changes);
  if (fields.length === 0) return nothing ? <p className="text-muted">{nothing}</p> : null;
  return (
    <dl className="grid gap-2">
      {fields.map(([field, { before, after }]) => (
        <div key={field}>
          <dt className="font-semibold text-small">{labelOf(kind, field)}</dt>
          {artworkUseOf(field) ? (
            <PictureChange before={before} after={after} />
          ) : (
            <Words before={valueWords(field, before)} after={valueWords(field, after)} />
          )}
        </div>
      ))}
    </dl>
  );
}

function Words({ before, after }: { readonly before: string; readonly after: string }) {
  const [was, is] = passages(before, after);
  return (
    <dd className="break-words text-small">
      <del className="text-danger">{was}</del> <span aria-hidden="true">→</span>{' '}
      <ins className="text-good">{is}</ins>
    </dd>
  );
}

function labelOf(kind: EntryKind, field: string): string {
  const use = artworkUseOf(field);
  if (field === 'assetId') return 'Film';
  if (field === 'captions') return 'Captions';
  return use ? `Picture: ${USE_WORDS[use].toLowerCase()}` : fieldLabel(kind, field);
}
