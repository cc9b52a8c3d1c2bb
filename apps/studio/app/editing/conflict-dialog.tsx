import { catalogueCompare, catalogueVersions } from '@bonisa/contract/studio/editing.calls';
import { StudioCallError, type StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { labelOf } from '../catalogue/field-plan.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Loading, Problem } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';
import { DeletedMeanwhile, type DeletedMeanwhileProps } from './deleted-meanwhile.tsx';
import { passages, valueWords } from './field-words.ts';
import { SideChoices } from './side-choices.tsx';

type Version = StudioReplyOf<typeof catalogueVersions>['data'][number];

interface ConflictDialogProps extends DeletedMeanwhileProps {
  /** The version at which the person read the entry. */
  readonly version: number;
}

/** Whether a refused write met another person's change. */
export function isConflict(error: unknown): error is StudioCallError {
  return error instanceof StudioCallError && error.code === 'conflict';
}

/**
 * Another person changed or deleted what this one is changing: theirs or mine, field by field, and
 * the way back of a deleted entry. Nothing is lost meanwhile.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { entry, mine, error, onClose } = props;
  const disputed = error.fields.map(({ field }) => field).filter((field) => field in mine);
  if (disputed.length > 0) return <Disputed {...props} disputed={disputed} />;
  if (error.fields.some(({ field }) => field === 'key')) return <DeletedMeanwhile {...props} />;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      {error.fields.map(({ field, problem }) => (
        <p key={field} className="mb-4">
          {labelOf(entry.kind, field)}: {problem}
        </p>
      ))}
      <div className="flex justify-end">
        <Button onClick={onClose}>Go on editing</Button>
      </div>
    </Dialog>
  );
}

const TITLE = 'Somebody else changed this meanwhile';

function Disputed(props: ConflictDialogProps & { readonly disputed: readonly string[] }) {
  const { entry, version, mine, disputed, onChoose, onClose } = props;
  const { kind, key } = entry;
  const since = { params: { kind, key, version } };
  const compared = useRead(catalogueCompare, since, { isFresh: true });
  const data = compared.isFetching ? undefined : compared.data;
  const newest = { params: { kind, key }, query: { limit: 100 } };
  const versions = useRead(catalogueVersions, newest, { isFresh: true });
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  // An entry that was deleted and restored is as it was: there is nothing to choose.
  const differing = disputed.filter((field) => data && field in data.changes);
  const kept = Object.entries(mine).filter(([field]) => !theirs.has(field));
  return (
    <Dialog title={TITLE} wide onClose={onClose}>
      <p className="mb-4">
        {data && differing.length === 0
          ? 'It is again as it was when you began. Yours can be saved.'
          : 'Choose for each field what stays. Other fields of theirs and of yours are kept.'}
      </p>
      {compared.error && <Problem error={compared.error} />}
      {compared.isFetching && <Loading />}
      <SideChoices
        all={differing.map((field) => {
          const values = [data?.changes[field]?.after, mine[field]] as const;
          const [their, own] = passages(valueWords(field, values[0]), valueWords(field, values[1]));
          const note = changeWords(versions.data?.data ?? [], field, version);
          return { name: field, label: labelOf(kind, field), note, theirs: their, mine: own };
        })}
        theirs={theirs}
        onChoose={setTheirs}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Go on editing</Button>
        <Button
          tone="action"
          disabled={!data}
          onClick={() => onChoose(Object.fromEntries(kept), data?.to ?? version)}
        >
          {kept.length === 0 ? 'Leave theirs' : 'Save this'}
        </Button>
      </div>
    </Dialog>
  );
}

/** Who changed a field last since a version, and when. */
function changeWords(versions: readonly Version[], field: string, since: number): string {
  const change = versions.find(({ version, fields }) => version > since && field in fields);
  return change ? `${change.by.name} changed it, ${dateTime(change.at)}.` : '';
}
