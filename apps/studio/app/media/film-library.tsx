import { assets, attachMedia, removeAsset } from '@bonisa/contract/studio/media.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { entryAddress } from '../catalogue/kinds.ts';
import { Button } from '../design/button.tsx';
import { clock, size } from '../design/bytes.ts';
import { useConfirm } from '../design/confirm.tsx';
import { Dialog } from '../design/dialog.tsx';
import { type Choice, SelectField, TextField } from '../design/fields.tsx';
import { EmptyState, Loading, Problem } from '../design/states.tsx';
import { Table } from '../design/table.tsx';
import { dateTime } from '../design/time.ts';
import { AssetState } from './asset-facts.tsx';
import { filmBytes, heardIn, leftOutWords } from './film-sound.ts';
import type { FilmTitle, SeenMedia } from './film-uploads.ts';

export type ListedAsset = StudioReplyOf<typeof assets>['data'][number];

const PER_PAGE = 25;

/** All films, the newest first, with what plays each; `action` is what can be done with one. */
export function FilmLibrary({
  action,
  hasAction = () => true,
}: {
  readonly action: (asset: ListedAsset) => ReactNode;
  /** Whether a film has something to do: without one the column is left out. */
  readonly hasAction?: (asset: ListedAsset) => boolean;
}) {
  const [asked, setAsked] = useState<Asked>(EVERYTHING);
  const [pages, setPages] = useState<readonly string[]>([]);
  const after = pages.at(-1);
  const { data, error, refetch } = useRead(assets, {
    query: { ...asked, limit: PER_PAGE, ...(after === undefined ? {} : { after }) },
  });
  const ask = (next: Asked): void => {
    setAsked(next);
    setPages([]);
  };
  const hasFilter = asked.search !== undefined || asked.state !== undefined;
  if (data?.data.length === 0 && pages.length === 0 && !hasFilter)
    return (
      <EmptyState title="No film is here yet">
        Drop films on the list of{' '}
        <Link to="/videos" className="text-mark underline">
          videos
        </Link>
        , upload one at an{' '}
        <Link to="/episodes" className="text-mark underline">
          episode
        </Link>
        , or{' '}
        <Link to="/import" className="text-mark underline">
          import
        </Link>{' '}
        a folder.
      </EmptyState>
    );
  const rows = data?.data ?? [];
  const next = data?.next ?? null;
  return (
    <>
      <Filters asked={asked} onChange={ask} />
      {error && <Problem error={error} onRetry={refetch} />}
      {!data && !error && <Loading />}
      {data && rows.length === 0 && pages.length === 0 && (
        <EmptyState
          title="Nothing matches"
          action={<Button onClick={() => ask(EVERYTHING)}>Show everything</Button>}
        >
          Try other words, or every state.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          caption="Films"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Film', cell: (asset) => <Name asset={asset} /> },
            {
              head: 'State',
              cell: ({ state, problem }) => (
                <>
                  <AssetState state={state} /> {problem}
                </>
              ),
            },
            {
              head: 'Length',
              align: 'right',
              cell: ({ duration_seconds: seconds }) => (seconds > 0 ? clock(seconds) : ''),
            },
            {
              head: 'Takes up',
              align: 'right',
              wideOnly: true,
              cell: (asset) => asset.renditions.length > 0 && size(filmBytes(asset)),
            },
            { head: 'Heard in', cell: ({ audio }) => <Heard audio={audio} /> },
            { head: 'Played by', cell: (asset) => <Uses uses={asset.uses} /> },
            { head: 'Arrived', wideOnly: true, cell: ({ created_at }) => dateTime(created_at) },
            ...(rows.some(hasAction) ? [{ head: 'What to do', cell: action }] : []),
          ]}
        />
      )}
      <div className="mt-4 flex gap-2">
        {pages.length > 0 && <Button onClick={() => setPages(pages.slice(0, -1))}>Newer</Button>}
        {next !== null && <Button onClick={() => setPages([...pages, next])}>Older</Button>}
      </div>
    </>
  );
}

interface Asked {
  readonly search?: string;
  readonly state?: ListedAsset['state'];
}

const EVERYTHING: Asked = {};
const TYPING_MS = 250;
const STATES: readonly Choice[] = [
  { value: 'ready', label: 'Ready' },
  { value: 'processing', label: 'Being packaged' },
  { value: 'failed', label: 'Failed' },
];

function Filters({
  asked,
  onChange,
}: {
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}) {
  const [typed, setTyped] = useState(asked.search ?? '');
  const set = (search: string, state: string): void =>
    onChange({
      ...(search === '' ? {} : { search }),
      ...(state === '' ? {} : { state: state as ListedAsset['state'] }),
    });
  const search = useEffectEvent((text: string) => {
    if (text !== (asked.search ?? '')) set(text, asked.state ?? '');
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="mb-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-x-4">
      <TextField
        label="Search"
        type="search"
        placeholder="Film, file or title that plays it"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <SelectField
        label="State"
        empty="Any"
        choices={STATES}
        value={asked.state ?? ''}
        onChange={(event) => set(typed.trim(), event.target.value)}
      />
    </search>
  );
}

function Name({ asset: { title, file_name: file } }: { readonly asset: ListedAsset }) {
  const isOther = file !== null && !file.startsWith(title);
  return (
    <>
      <span className="font-semibold">{title}</span>
      {isOther && <div className="break-all text-small text-muted">{file}</div>}
    </>
  );
}

/** The languages of a film; what is left out of it opens below. */
function Heard({ audio }: Pick<ListedAsset, 'audio'>) {
  if (!audio) return null;
  const { length } = audio.left_out;
  return (
    <>
      {heardIn(audio)}
      {length > 0 && (
        <details className="text-small">
          <summary className="w-fit cursor-pointer text-mark underline">{length} left out</summary>
          <p className="break-words">{leftOutWords(audio)}</p>
        </details>
      )}
    </>
  );
}

function Uses({ uses }: Pick<ListedAsset, 'uses'>) {
  if (uses.length === 0) return <span className="text-muted">nothing</span>;
  return (
    <ul>
      {uses.slice(0, 3).map(({ kind, key, title }) => (
        <li key={`${kind} ${key}`}>
          <Link
            to={entryAddress(kind, key)}
            className="inline-flex min-h-6 items-center text-mark underline"
          >
            {title}
          </Link>
        </li>
      ))}
      {uses.length > 3 && <li className="text-small text-muted">and {uses.length - 3} more</li>}
    </ul>
  );
}

/** Chooses a film that is here already. */
export function FilmLibraryDialog({
  title: { kind, key },
  seen,
  onClose,
}: {
  readonly title: FilmTitle;
  readonly seen: SeenMedia;
  readonly onClose: () => void;
}) {
  const { act, error, isBusy } = useAct(attachMedia, { done: 'The title has this film.' });
  const use = async ({ id }: ListedAsset): Promise<void> => {
    const given = await act({ params: { kind }, body: { key, asset_id: id, seen } });
    if (given) onClose();
  };
  return (
    <Dialog title="Use a film that is here" wide onClose={onClose}>
      {error && <Problem error={error} />}
      <FilmLibrary
        action={(asset) =>
          asset.id === seen.asset_id ? (
            <span className="text-muted">in use here</span>
          ) : (
            asset.state !== 'failed' && (
              <Button size="small" disabled={isBusy} onClick={() => void use(asset)}>
                Use it<span className="sr-only">: {asset.title}</span>
              </Button>
            )
          )
        }
      />
    </Dialog>
  );
}

/** Removes a film that nothing plays; what does is named by the refusal and by the list. */
export function RemoveFilm({ asset }: { readonly asset: ListedAsset }) {
  const mayWrite = useMay('catalogue:write');
  const confirm = useConfirm();
  const { act, error, isBusy } = useAct(removeAsset, { done: 'The film is deleted.' });
  if (!mayWrite || asset.uses.length > 0) return null;
  const remove = async (): Promise<void> => {
    const answer = await confirm({
      title: `Delete ${asset.title}?`,
      text: 'Its pictures, sound and captions go with it. This cannot be undone.',
      button: 'Delete',
      danger: true,
    });
    if (answer) await act({ params: { id: asset.id } });
  };
  return (
    <>
      <Button size="small" tone="danger" disabled={isBusy} onClick={remove}>
        Delete<span className="sr-only"> {asset.title}</span>
      </Button>
      {error && <Problem error={error} />}
    </>
  );
}
