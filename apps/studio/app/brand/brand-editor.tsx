import {
  type brandState,
  type brandVersions,
  checkBrand,
  publishBrand,
  saveBrand,
} from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type BrandTextFiles, brandProblemLine } from '@bonisa/domain/brand/brand-files';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useAct, useRead, useReread } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { useConfirm } from '../design/confirm.tsx';
import { useLeaveGuard } from '../design/leave-guard.ts';
import { counted } from '../design/money.ts';
import { Card } from '../design/page.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { isConflict } from '../editing/conflict-dialog.tsx';
import { type BrandProblems, NO_PROBLEMS } from './brand-form.ts';
import { BrandParts } from './brand-parts.tsx';
import { BrandPreview } from './brand-preview.tsx';

type Version = StudioReplyOf<typeof brandVersions>['data'][number];

export interface BrandEditorProps {
  /** The files with which the draft begins. */
  readonly began: BrandTextFiles;
  /** The version that they are of; `null`: the folder's. */
  readonly beganWith: number | null;
  /** The newest version there is by now. */
  readonly newest: Version | undefined;
  readonly state: StudioReplyOf<typeof brandState>;
}

const TAKEN_NEXT = 'Published. Processes take it when they start next.';

/** So long nothing is typed before the draft is checked. */
const REST_MS = 500;

/** The form of a draft, what a publication would refuse in it, its preview, and what to do. */
export function BrandEditor({ began, beganWith, newest, state }: BrandEditorProps) {
  const [files, setFiles] = useState(began);
  // What the database has of this draft, and the newest version when it was read or saved.
  const [saved, setSaved] = useState({
    files: began,
    number: newest?.number ?? null,
    isNewest: newest !== undefined && newest.number === beganWith,
  });
  const isChanged = files !== saved.files;
  useLeaveGuard(isChanged);
  const resting = useResting(files);
  const check = useRead(checkBrand, { body: { files: resting } });
  const problems = check.data?.problems ?? NO_PROBLEMS;
  const save = useAct(saveBrand, { done: 'The draft is saved.' });
  const reread = useReread();
  const keep = async (after: number | null): Promise<void> => {
    const made = await save.act({ body: { files, began_with: beganWith, after } });
    if (made) setSaved({ files, number: made.version.number, isNewest: true });
    // After a conflict it names what the other person made.
    else await reread();
  };
  const isPublished = newest?.number === saved.number && newest?.published != null;
  const mayPublish = saved.isNewest && !isChanged && !isPublished && saved.number !== null;
  return (
    <div className="grid gap-x-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="min-w-0">
        {check.error && <Problem error={check.error} onRetry={() => void check.refetch()} />}
        <Faults problems={problems} />
        <BrandParts
          {...{ files, began, problems }}
          onChange={setFiles}
          shown={check.data?.shown ?? undefined}
          variables={state.variables}
        />
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2 border-rule border-t bg-paper py-3">
          {isConflict(save.error) ? (
            <Overtaken newest={newest} onKeep={() => void keep(newest?.number ?? null)} />
          ) : (
            save.error && <Problem error={save.error} />
          )}
          <Button
            tone={mayPublish ? 'plain' : 'action'}
            disabled={save.isBusy || (saved.isNewest && !isChanged)}
            onClick={() => void keep(saved.number)}
          >
            Save as a new version
          </Button>
          {mayPublish && saved.number !== null && (
            <Publish number={saved.number} problems={problems} />
          )}
          <p className="text-small text-muted">
            {isChanged ? 'Not saved.' : isPublished ? TAKEN_NEXT : ''}
          </p>
        </div>
      </div>
      <div className="min-w-0 lg:sticky lg:top-4 lg:self-start">
        <Card title="Preview">
          <BrandPreview files={files} shown={check.data?.shown} />
        </Card>
      </div>
    </div>
  );
}

/** Everything that a publication would refuse, at once. */
function Faults({ problems }: { readonly problems: BrandProblems }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warning">
      <p className="font-semibold">
        {counted(problems.length, 'fault')}: a draft may have faults, a publication refuses them.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(({ file, field, problem }) => (
          <li key={`${file} ${field} ${problem}`} className="break-words">
            {brandProblemLine({ file, field, problem })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Somebody else saved meanwhile: both versions stay, and the newest is published. */
function Overtaken({
  newest,
  onKeep,
}: {
  readonly newest: Version | undefined;
  readonly onKeep: () => void;
}) {
  return (
    <Notice tone="problem">
      <p>
        {newest?.made_by ?? 'Somebody'} made{' '}
        {newest ? (
          <Link
            to={`/brand-edit?from=${newest.number}`}
            target="_blank"
            className="font-semibold underline"
          >
            version {newest.number}
          </Link>
        ) : (
          'a version'
        )}{' '}
        after you began. Yours is not lost: it can be saved after it, and both stay.
      </p>
      <Button size="small" className="mt-2" onClick={onKeep}>
        Save mine after it
      </Button>
    </Notice>
  );
}

function Publish({
  number,
  problems,
}: {
  readonly number: number;
  readonly problems: BrandProblems;
}) {
  const confirm = useConfirm();
  const { act, isBusy, error } = useAct(publishBrand, {
    done: 'The brand is published.',
  });
  const publish = async (): Promise<void> => {
    const answer = await confirm({
      title: `Publish version ${number} of the brand?`,
      text: 'Processes take it when they start next; until then viewers see what they see now. Its legal texts are recorded: other words under their dates are refused from now on.',
      button: 'Publish',
      reason: true,
    });
    if (answer) await act({ params: { number }, body: { reason: answer.reason } });
  };
  return (
    <>
      <Button tone="action" disabled={isBusy || problems.length > 0} onClick={() => void publish()}>
        Publish version {number}
      </Button>
      {error && <Problem error={error} />}
    </>
  );
}

/** A value once it has not changed for a moment. */
function useResting<Value>(value: Value): Value {
  const [resting, setResting] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return resting;
}
