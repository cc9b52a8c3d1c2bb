import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { Button } from '../design/button.tsx';
import { BulkEdit } from './bulk-edit.tsx';
import { hasSchedule, isShelved, sharedPlansOf } from './bulk-fields.ts';
import { BulkRefusal } from './bulk-refusal.tsx';
import { BulkSchedule } from './bulk-schedule.tsx';
import { BulkShelf } from './bulk-shelf.tsx';
import { useDelete } from './deleting.tsx';
import { countedEntries, type KindView } from './kinds.ts';
import { type StateStep, useStateChange } from './publishing.tsx';

/** What can be done with all chosen entries at once. */
export function BulkBar({
  view,
  keys,
  titles,
  onDone,
}: {
  readonly view: KindView;
  readonly keys: readonly string[];
  /** The titles of entries by their keys, as far as the list has shown them. */
  readonly titles: ReadonlyMap<string, string>;
  readonly onDone: () => void;
}) {
  const mayPublish = useMay('catalogue:publish');
  const [open, setOpen] = useState<'fields' | 'schedule' | 'shelf'>();
  const mayWrite = useMay('catalogue:write');
  const states = useStateChange();
  const remove = useDelete(view);
  const move = async (release: StateStep): Promise<void> => {
    const entries = keys.map((key) => ({ kind: view.kind, key }));
    if (await states.change(entries, release)) onDone();
  };
  const hasState = view.filters.includes('state');
  const canEdit = sharedPlansOf(view.kind).length > 0;
  const dialog = { view, keys, titles, onDone, onClose: () => setOpen(undefined) };
  return (
    <section
      aria-label="The chosen entries"
      className="sticky top-2 z-10 mb-3 rounded-card border border-mark bg-mark-soft px-4 py-3"
    >
      {states.error && <BulkRefusal {...{ view, keys, titles }} error={states.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <strong className="mr-auto">{countedEntries(keys.length, view)} chosen</strong>
        {canEdit && <Button onClick={() => setOpen('fields')}>Change fields</Button>}
        {isShelved(view.kind) && mayWrite && (
          <Button onClick={() => setOpen('shelf')}>Put on a shelf</Button>
        )}
        {hasState && mayPublish && (
          <>
            <Button disabled={states.isBusy} onClick={() => move({ state: 'published' })}>
              Publish now
            </Button>
            {hasSchedule(view.kind) && (
              <>
                <Button
                  disabled={states.isBusy}
                  onClick={() => move({ state: 'published', own_times: true })}
                >
                  Release at their own times
                </Button>
                <Button onClick={() => setOpen('schedule')}>Schedule</Button>
              </>
            )}
            <Button disabled={states.isBusy} onClick={() => move({ state: 'withdrawn' })}>
              Withdraw
            </Button>
          </>
        )}
        <Button tone="danger" onClick={async () => (await remove(keys)) && onDone()}>
          Delete
        </Button>
        <Button tone="quiet" onClick={onDone}>
          Choose none
        </Button>
      </div>
      {open === 'fields' && <BulkEdit {...dialog} />}
      {open === 'schedule' && <BulkSchedule {...dialog} />}
      {open === 'shelf' && <BulkShelf {...dialog} />}
    </section>
  );
}
