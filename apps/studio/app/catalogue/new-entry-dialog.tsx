import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { type FormEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextArea, TextField } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { NO_VERSION } from './new-key.ts';
import type { ListedEntry } from './resources.ts';

/** The longest title of each kind that is made in place. */
const LONGEST: Readonly<Partial<Record<EntryKind, number>>> = {
  genre: 40,
  channel: 60,
  person: 80,
};

const MOST_GENRES = 200;

/** Whether an entry of the kind can be made where it is missing: it needs few words. */
export function isMadeInPlace(kind: EntryKind): boolean {
  return kind in LONGEST;
}

/** Makes a genre, a person or a channel without leaving a form. A channel is a draft at first. */
export function NewEntryDialog({
  kind,
  title: begun,
  onMade,
  onClose,
}: {
  readonly kind: EntryKind;
  readonly title: string;
  readonly onMade: (entry: ListedEntry) => void;
  readonly onClose: () => void;
}) {
  const [title, setTitle] = useState(begun);
  const [tagline, setTagline] = useState('');
  const [description, setDescription] = useState('');
  const [genre, setGenre] = useState('');
  const save = useAct(catalogueSaveEntry);
  const slug = slugOf(title);
  const isChannel = kind === 'channel';
  const { data: genres } = useRead(
    catalogueList,
    { params: { kind: 'genre' }, query: { limit: MOST_GENRES } },
    { enabled: isChannel },
  );
  const named = kind === 'person' ? { name: title } : { title };
  const more = isChannel ? { tagline, description, genre, published: false } : {};
  const isWhole = slug !== '' && (!isChannel || (tagline && description && genre));
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // The dialog lies within another form, as React has it.
    event.stopPropagation();
    const fields = { slug, ...named, ...more };
    const made = await save.act({
      params: { kind, key: slug },
      body: { version: NO_VERSION, fields },
    });
    if (made) onMade(listedOf(kind, { key: slug, id: made.id, title }));
  };
  return createPortal(
    <Dialog title={`Create a new ${kind}`} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={kind === 'person' ? 'Name' : 'Title'}
          data-first-focus
          maxLength={LONGEST[kind]}
          value={title}
          hint={slug && `Address: ${slug}`}
          onChange={({ target }) => setTitle(target.value)}
        />
        {isChannel && (
          <>
            <TextField
              label="Tagline"
              maxLength={90}
              value={tagline}
              onChange={({ target }) => setTagline(target.value)}
            />
            <TextArea
              label="Description"
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
            <SelectField
              label="Genre"
              empty="Choose a genre"
              choices={(genres?.data ?? []).map((one) => ({ value: one.key, label: one.title }))}
              value={genre}
              onChange={({ target }) => setGenre(target.value)}
            />
          </>
        )}
        {save.error && <Problem error={save.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Do not create</Button>
          <Button type="submit" tone="action" disabled={!isWhole || save.isBusy}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}

/** A new entry as lists have it. */
function listedOf(
  kind: EntryKind,
  { key, id, title }: Pick<ListedEntry, 'key' | 'title'> & { readonly id: number },
): ListedEntry {
  return {
    ...{ kind, key, id, slug: key, title, of: null },
    state: kind === 'channel' ? 'draft' : null,
    ...{ available_from: null, available_until: null, position: null, updated_at: null },
    ...{ has_media: null, film: null, holds: null, picture: null },
  };
}
