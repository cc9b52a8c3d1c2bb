import { catalogueStates } from '@bonisa/contract/studio/editing.calls';
import { useMay } from '../calls/person.tsx';
import { useAct } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/page.tsx';
import { Badge, Problem } from '../design/states.tsx';
import type { Entry } from './entry-edit.tsx';
import type { KindView } from './kinds.ts';

/** The state of an entry, what it lacks, and the buttons that change the state. */
export function EntryTools({
  view,
  entry,
  isChanged,
}: {
  readonly view: KindView;
  readonly entry: Entry;
  readonly isChanged: boolean;
}) {
  const mayPublish = useMay('catalogue:publish');
  const act = useAct(catalogueStates, { done: 'Done. Viewers see it now.' });
  if (entry.state === null) return null;
  const { key, version } = entry;
  const move = (state: 'published' | 'withdrawn') =>
    act.act({ body: { entries: [{ kind: view.kind, key, version }], state } });
  const isShown = entry.state === 'published' || entry.state === 'scheduled';
  return (
    <Card title="State">
      <p className="mb-3">
        <Badge tone={isShown ? 'good' : 'plain'}>{entry.state}</Badge>
      </p>
      {entry.lacks.length > 0 && (
        <ul className="mb-3 list-disc pl-5 text-small">
          {entry.lacks.map(({ field, reason, blocks }) => (
            <li key={`${field} ${reason}`} className={blocks ? 'text-danger' : 'text-muted'}>
              {field}: {reason}
            </li>
          ))}
        </ul>
      )}
      {act.error && <Problem error={act.error} />}
      {!mayPublish && <p className="text-small text-muted">A publisher makes it visible.</p>}
      {mayPublish && isChanged && (
        <p className="text-small text-muted">Save first, then change the state.</p>
      )}
      {mayPublish && !isChanged && (
        <div className="flex flex-wrap gap-2">
          {entry.state !== 'published' && (
            <Button tone="action" disabled={act.isBusy} onClick={() => move('published')}>
              Publish
            </Button>
          )}
          {isShown && (
            <Button disabled={act.isBusy} onClick={() => move('withdrawn')}>
              Withdraw
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}
