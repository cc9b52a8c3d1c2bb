import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import { catalogueStates } from '@bonisa/contract/studio/editing.calls';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { counted } from '../design/money.ts';
import { Problem } from '../design/states.tsx';
import { useDelete } from './deleting.tsx';
import { EntryPicker } from './entry-picker.tsx';
import type { KindView } from './kinds.ts';

/** What can be done with all chosen entries at once. */
export function BulkBar({
  view,
  keys,
  onDone,
}: {
  readonly view: KindView;
  readonly keys: readonly string[];
  readonly onDone: () => void;
}) {
  const mayPublish = useMay('catalogue:publish');
  const [isEditing, setEditing] = useState(false);
  const states = useAct(catalogueStates, { done: 'Done. Viewers see it now.' });
  const remove = useDelete(view);
  const move = async (state: 'published' | 'withdrawn'): Promise<void> => {
    const entries = keys.map((key) => ({ kind: view.kind, key }));
    if (await states.act({ body: { entries, state } })) onDone();
  };
  const hasState = view.filters.includes('state');
  const canEdit = view.filters.some((filter) => filter === 'channel' || filter === 'genre');
  return (
    <section
      aria-label="The chosen entries"
      className="sticky top-2 z-10 mb-3 rounded-card border border-mark bg-mark-soft px-4 py-3"
    >
      {states.error && <Problem error={states.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <strong className="mr-auto">{counted(keys.length, view.one)} chosen</strong>
        {canEdit && <Button onClick={() => setEditing(true)}>Change fields</Button>}
        {hasState && mayPublish && (
          <>
            <Button onClick={() => move('published')}>Publish</Button>
            <Button onClick={() => move('withdrawn')}>Withdraw</Button>
          </>
        )}
        <Button tone="danger" onClick={async () => (await remove(keys)) && onDone()}>
          Delete
        </Button>
        <Button tone="quiet" onClick={onDone}>
          Choose none
        </Button>
      </div>
      {isEditing && (
        <BulkEdit view={view} keys={keys} onClose={() => setEditing(false)} onDone={onDone} />
      )}
    </section>
  );
}

function BulkEdit({
  view,
  keys,
  onClose,
  onDone,
}: {
  readonly view: KindView;
  readonly keys: readonly string[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const [fields, setFields] = useState<Record<string, string>>({});
  const batch = useAct(catalogueBatch, { done: `${counted(keys.length, view.one)} changed.` });
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const save = async (): Promise<void> => {
    // A category is a part of one channel: with the channel it must change too.
    const moved = 'channel' in given && /^(show|video)$/.test(view.kind) ? { category: null } : {};
    const rows = keys.map((key) => ({ kind: view.kind, key, ...moved, ...given }));
    if (await batch.act({ body: { rows } })) onDone();
  };
  return (
    <Dialog title={`Change ${counted(keys.length, view.one)}`} onClose={onClose}>
      <p className="mb-4 text-muted">An empty field stays as it is in each of them.</p>
      {batch.error && <Problem error={batch.error} />}
      {(['channel', 'genre'] as const)
        .filter((field) => view.filters.includes(field))
        .map((field) => (
          <EntryPicker
            key={field}
            kind={field}
            label={field === 'channel' ? 'Channel (takes the category away)' : 'Genre'}
            value={fields[field] ?? ''}
            onChange={(key) => setFields({ ...fields, [field]: key })}
          />
        ))}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="action"
          disabled={Object.keys(given).length === 0 || batch.isBusy}
          onClick={save}
        >
          Change
        </Button>
      </div>
    </Dialog>
  );
}
