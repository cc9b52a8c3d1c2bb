import { catalogueBatch } from '@bonisa/contract/studio/catalogue.calls';
import { useNotify } from 'ra-core';
import { studio } from '../calls/studio.ts';
import { useAct } from '../calls/use-calls.ts';
import { useConfirm } from '../design/confirm.tsx';
import { reasonOf } from '../design/states.tsx';
import { countedEntries, countedHanging, type KindView } from './kinds.ts';

/** Deletes entries after saying what hangs on them. Resolves with whether they are deleted. */
export function useDelete(view: KindView): (keys: readonly string[]) => Promise<boolean> {
  const confirm = useConfirm();
  const notify = useNotify();
  const batch = useAct(catalogueBatch, { done: 'Deleted.', tellsError: true });
  return async (keys) => {
    const rows = keys.map((key) => ({ kind: view.kind, key, delete: true, withContents: true }));
    try {
      const { results } = await studio.call(catalogueBatch, { body: { rows, dry_run: true } });
      const answer = await confirm({
        title: `Delete ${countedEntries(keys.length, view)}?`,
        text: <Hanging results={results} />,
        button: 'Delete',
        danger: true,
      });
      if (!answer) return false;
      return (await batch.act({ body: { rows } })) !== undefined;
    } catch (error) {
      notify(reasonOf(error), { type: 'error' });
      return false;
    }
  };
}

function Hanging({
  results,
}: {
  readonly results: readonly { readonly hangs: Readonly<Record<string, number>> }[];
}) {
  const sums = new Map<string, number>();
  for (const { hangs } of results)
    for (const [what, many] of Object.entries(hangs)) sums.set(what, (sums.get(what) ?? 0) + many);
  const named = [...sums].filter(([, many]) => many > 0);
  if (named.length === 0) return <p>Nothing else hangs on it.</p>;
  return (
    <>
      <p>This goes with it, and viewers no longer find it:</p>
      <ul className="mt-2 list-disc pl-6">
        {named.map(([what, many]) => (
          <li key={what}>{countedHanging(what, many)}</li>
        ))}
      </ul>
    </>
  );
}
