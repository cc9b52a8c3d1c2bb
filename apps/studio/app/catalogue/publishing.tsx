import { catalogueStates } from '@bonisa/contract/studio/editing.calls';
import type { StudioInputOf } from '@bonisa/contract/studio/studio-client';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { studio } from '../calls/studio.ts';
import { useAct } from '../calls/use-calls.ts';
import { useConfirm } from '../design/confirm.tsx';
import { dateTime } from '../design/time.ts';

type Body = StudioInputOf<typeof catalogueStates>['body'];
type Stated = Body['entries'];

/** What becomes of entries: published now or at times, or withdrawn; without the entries. */
export type StateStep = Omit<Body, 'entries' | 'dry_run'>;

const DONE: Readonly<Record<StateStep['state'], string>> = {
  published: 'Done. Viewers see it within two seconds; where a CDN keeps pages, within 80.',
  scheduled: 'It is scheduled.',
  withdrawn: 'Done. Viewers do not see it any more.',
};

/**
 * Changes the state of entries. A publication that would remove times of their own names these
 * first. `change` resolves with whether it is done; `error` says why it was refused.
 */
export function useStateChange() {
  const confirm = useConfirm();
  const notify = useNotify();
  const { act, isBusy, error, forget } = useAct(catalogueStates);
  const [refused, setRefused] = useState<Error>();
  const [isAsking, setAsking] = useState(false);

  /** The entries in the versions whose times are agreed on; `undefined`: the person leaves. */
  async function agreed(entries: Stated): Promise<Stated | undefined> {
    const body = { entries, state: 'published', dry_run: true } as const;
    const told = await studio.call(catalogueStates, { body });
    const losing = told.entries.flatMap(({ kind, key, title, loses_from: from }) =>
      from === null ? [] : [{ id: `${kind} ${key}`, title, from }],
    );
    const seen = told.entries.map(({ kind, key, version }, at) => {
      return { kind, key, version: entries[at]?.version ?? version };
    });
    if (losing.length === 0) return seen;
    const answer = await confirm({
      title: 'Publish now, and remove these times?',
      text: <LostTimes losing={losing} />,
      button: 'Publish now',
      danger: true,
    });
    return answer && seen;
  }

  async function change(entries: Stated, release: StateStep): Promise<boolean> {
    forget();
    setRefused(undefined);
    const isNow = release.state === 'published' && !release.own_times;
    let given: Stated | undefined = entries;
    setAsking(true);
    try {
      if (isNow) given = await agreed(entries);
    } catch (reason) {
      setRefused(reason as Error);
      return false;
    } finally {
      setAsking(false);
    }
    if (!given || !(await act({ body: { entries: given, ...release } }))) return false;
    const done = release.own_times
      ? 'Done. Viewers see each at its own time.'
      : DONE[release.state];
    notify(done, { type: 'success' });
    return true;
  }

  return { change, isBusy: isBusy || isAsking, error: error ?? refused ?? null };
}

const MOST_NAMED = 12;

function LostTimes({
  losing,
}: {
  readonly losing: readonly {
    readonly id: string;
    readonly title: string;
    readonly from: string;
  }[];
}) {
  const others = losing.length - MOST_NAMED;
  return (
    <>
      <p>Viewers would see them at once, and not from these times on:</p>
      <ul className="my-2 list-disc pl-6">
        {losing.slice(0, MOST_NAMED).map(({ id, title, from }) => (
          <li key={id}>
            {title}: {dateTime(from)}
          </li>
        ))}
        {others > 0 && <li>and {others} more</li>}
      </ul>
      <p>To keep the times, cancel, and release them at their own times.</p>
    </>
  );
}
