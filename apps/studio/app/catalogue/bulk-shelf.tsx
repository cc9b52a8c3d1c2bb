import { catalogueEntry, catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { counted } from '../design/money.ts';
import { Loading, Notice, Problem } from '../design/states.tsx';
import { type BulkDialogProps, shelfWith } from './bulk-fields.ts';
import { EntryPicker } from './entry-picker.tsx';
import { countedEntries } from './kinds.ts';

/** Puts all chosen titles at the end of one shelf. */
export function BulkShelf({ view, keys, onClose, onDone }: BulkDialogProps) {
  const [shelf, setShelf] = useState('');
  return (
    <Dialog title={`Put ${countedEntries(keys.length, view)} on a shelf`} onClose={onClose}>
      <EntryPicker label="Shelf" kind="shelf" value={shelf} onChange={setShelf} />
      {shelf === '' ? (
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
        </div>
      ) : (
        <OntoShelf key={shelf} {...{ shelf, keys, onClose, onDone }} />
      )}
    </Dialog>
  );
}

function OntoShelf({
  shelf,
  keys,
  onClose,
  onDone,
}: Omit<BulkDialogProps, 'view' | 'titles'> & { readonly shelf: string }) {
  const params = { kind: 'shelf', key: shelf } as const;
  const { data, error } = useRead(catalogueEntry, { params });
  const save = useAct(catalogueSaveEntry, { done: 'They are on the shelf.' });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const { titles, added, over } = shelfWith((data.fields.titles ?? []) as string[], keys);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // With the version: a title that somebody else put there meanwhile is a conflict, not lost.
    const body = { version: data.version, fields: { titles: [...titles] } };
    if (await save.act({ params, body })) onDone();
  };
  return (
    <form onSubmit={submit}>
      {save.error && <Problem error={save.error} />}
      {over > 0 ? (
        <Notice tone="warning">
          A shelf has at most {MOST_ON_SHELF} titles. Choose {counted(over, 'title')} less, or take
          some off the shelf.
        </Notice>
      ) : (
        <p className="mb-4 text-muted">
          {added === 0
            ? 'All of them are on this shelf already.'
            : `${counted(added, 'title goes', 'titles go')} to its end; it has ${counted(titles.length, 'title')} then.`}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="action" disabled={save.isBusy || over > 0 || added === 0}>
          Put them there
        </Button>
      </div>
    </form>
  );
}
