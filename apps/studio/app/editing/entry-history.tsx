import {
  catalogueCompare,
  catalogueRestore,
  catalogueVersions,
} from '@bonisa/contract/studio/editing.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Badge, Loading, Notice, Problem } from '../design/states.tsx';
import { exactTime } from '../design/time.ts';
import type { Entry } from './entry-state.tsx';
import { FieldChanges } from './field-changes.tsx';

type Version = StudioReplyOf<typeof catalogueVersions>['data'][number];

const ACTIONS = {
  created: 'made it',
  changed: 'changed',
  deleted: 'deleted it',
  restored: 'restored',
} as const;

/** Who changed an entry, when and what; each version is compared with now, and restored. */
export function EntryHistory({ entry }: { readonly entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        History{entry.version > 0 ? ` (${entry.version})` : ''}
      </Button>
      {isOpen && (
        <Dialog title="History" wide onClose={() => setOpen(false)}>
          <Versions entry={entry} />
        </Dialog>
      )}
    </>
  );
}

function Versions({ entry: { kind, key, version } }: { readonly entry: Entry }) {
  const [before, setBefore] = useState<number>();
  const [compared, setCompared] = useState<number>();
  const { data, error, refetch } = useRead(catalogueVersions, {
    params: { kind, key },
    query: { limit: 20, ...(before === undefined ? {} : { before }) },
  });
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  if (data.data.length === 0) return <p className="text-muted">Nothing was changed yet.</p>;
  return (
    <>
      <ol className="grid gap-4">
        {data.data.map((one) => (
          <li key={one.version} className="border-rule border-b pb-4">
            <VersionHead version={one} />
            <FieldChanges kind={kind} changes={one.fields} />
            {one.version < version && (
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-expanded={compared === one.version}
                  onClick={() => setCompared(compared === one.version ? undefined : one.version)}
                >
                  Compare version {one.version} with now
                </Button>
                <Restore name={{ kind, key }} version={one.version} />
              </div>
            )}
            {compared === one.version && <Compared name={{ kind, key }} version={one.version} />}
          </li>
        ))}
      </ol>
      <div className="mt-4 flex gap-2">
        {before !== undefined && <Button onClick={() => setBefore(undefined)}>Newest</Button>}
        {data.next !== null && (
          <Button onClick={() => setBefore(data.next ?? undefined)}>Older</Button>
        )}
      </div>
    </>
  );
}

function VersionHead({ version: { version, by, at, action, restored } }: { version: Version }) {
  return (
    <p className="mb-2">
      <Badge>{version}</Badge> <strong>{by.name}</strong>
      {by.kind === 'key' && ' (API key)'} {ACTIONS[action]}
      {restored !== null && ` version ${restored}`}, {exactTime(at)}
    </p>
  );
}

interface Name {
  readonly name: Pick<Entry, 'kind' | 'key'>;
  readonly version: number;
}

function Compared({ name, version }: Name) {
  const { data, error } = useRead(catalogueCompare, { params: { ...name, version } });
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  return (
    <div className="mt-3 rounded-mark bg-shade p-3">
      <FieldChanges kind={name.kind} changes={data.changes} nothing="It is the same now." />
    </div>
  );
}

function Restore({ name, version }: Name) {
  const mayWrite = useMay('catalogue:write');
  const confirm = useConfirm();
  const { act, isBusy, error } = useAct(catalogueRestore, { done: `Version ${version} is back.` });
  const [without, setWithout] = useState<readonly string[]>([]);
  if (!mayWrite) return null;
  const restore = async (): Promise<void> => {
    const answer = await confirm({
      title: `Restore version ${version}?`,
      text: 'Its fields, pictures and captions are written as a new version. Whether it is published, its times and its packages stay as they are. Nothing is lost: this can be undone too.',
      button: 'Restore',
    });
    const done = answer && (await act({ params: { ...name, version } }));
    if (done) setWithout(done.without);
  };
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={restore}>
        Restore version {version}
      </Button>
      {error && <Problem error={error} />}
      {without.length > 0 && (
        <Notice tone="warning">
          Not kept any more: {lostWords(without)}. What the entry has now stays.
        </Notice>
      )}
    </>
  );
}

const LOST: Readonly<Record<string, string>> = { assetId: 'the film', captions: 'captions' };

function lostWords(fields: readonly string[]): string {
  const words = fields.map((field) => LOST[field] ?? 'a picture');
  return [...new Set(words)].join(' and ');
}
