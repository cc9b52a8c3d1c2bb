import { catalogueReturn } from '@bonisa/contract/studio/deleted.calls';
import { catalogueVersions } from '@bonisa/contract/studio/editing.calls';
import type { StudioCallError, StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useAct, useRead } from '../calls/use-calls.ts';
import { NotBack } from '../catalogue/not-back.tsx';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import type { Entry } from './entry-state.tsx';

type Returned = StudioReplyOf<typeof catalogueReturn>;
type Next = (returned: Returned) => void;
type Fields = Readonly<Record<string, unknown>>;

export interface DeletedMeanwhileProps {
  readonly entry: Pick<Entry, 'kind' | 'key'>;
  /** What the person typed, by field. */
  readonly mine: Fields;
  readonly error: StudioCallError;
  /** Saves the chosen values on top of the newest version. */
  readonly onChoose: (fields: Fields, version: number) => void;
  /** The deleted entry is back in this version; what was typed is not saved yet. */
  readonly onRestored: (version: number) => void;
  readonly onClose: () => void;
}

/**
 * Another person deleted the entry: it comes back as a draft, and what was typed stays in the form
 * or is saved as a further version.
 */
export function DeletedMeanwhile({
  entry: { kind, key },
  mine,
  error,
  onChoose,
  onRestored,
  onClose,
}: DeletedMeanwhileProps) {
  const newest = { params: { kind, key }, query: { limit: 100 } };
  const { data } = useRead(catalogueVersions, newest, { isFresh: true });
  const restore = useAct(catalogueReturn, { done: 'It is back, as a draft.' });
  const [back, setBack] = useState<{ readonly returned: Returned; readonly next: Next }>();
  const deletion = data?.data.find(({ action }) => action === 'deleted');
  const begin = async (next: Next): Promise<void> => {
    const returned = await restore.act({ body: { kind, key, state: 'draft', contents: true } });
    if (returned?.without.length === 0) next(returned);
    else if (returned) setBack({ returned, next });
  };
  return (
    <Dialog title="It was deleted meanwhile" onClose={onClose}>
      {back ? (
        <>
          <NotBack without={back.returned.without} />
          <div className="mt-4 flex justify-end">
            <Button tone="action" onClick={() => back.next(back.returned)}>
              Go on
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className="mb-4">
            {deletion
              ? `${deletion.by.name} deleted it, ${dateTime(deletion.at)}. `
              : `${error.fields[0]?.problem}. `}
            What you typed stays in this form. The entry can come back with what hung on it, as a
            draft.
          </p>
          {restore.error && <Problem error={restore.error} />}
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={onClose}>Go on editing</Button>
            <Button
              disabled={restore.isBusy}
              onClick={() => begin(({ version }) => onRestored(version))}
            >
              Restore it
            </Button>
            <Button
              tone="action"
              disabled={restore.isBusy}
              onClick={() => begin(({ version }) => onChoose(mine, version))}
            >
              Restore it with my fields
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
