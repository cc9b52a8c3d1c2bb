import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { CloseIcon } from '../design/icons.tsx';
import { SortableList } from '../design/sortable-list.tsx';
import { Badge } from '../design/states.tsx';
import { EntryPicker } from './entry-picker.tsx';
import type { ListedEntry } from './resources.ts';
import { type ShelfFormat, TilePicture } from './tile-picture.tsx';

export interface TitlesFieldProps {
  readonly label: string;
  /** The key of the shelf; a new one has none. */
  readonly shelf: string | undefined;
  readonly titles: readonly string[];
  /** How viewers see the titles. */
  readonly format: ShelfFormat;
  readonly onChange: (titles: readonly string[]) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

/** More than a shelf may have. */
const PAGE = 200;

/** The titles of a shelf as viewers see them, in the order shown: add, drag, take away. */
export function TitlesField(props: TitlesFieldProps) {
  const { label, shelf, titles, format, onChange, problem, disabled } = props;
  const [added, setAdded] = useState<Readonly<Record<string, ListedEntry>>>({});
  const known = useTitles(shelf);
  const entryOf = (key: string) => known.get(key) ?? added[key];
  const add = (entry: ListedEntry): void => {
    setAdded({ ...added, [entry.key]: entry });
    if (!titles.includes(entry.key)) onChange([...titles, entry.key]);
  };
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      {titles.length > 0 && (
        <SortableList
          label={label}
          isRow
          items={titles.map((key) => ({ id: key, label: entryOf(key)?.title ?? key }))}
          onChange={(items) => onChange(items.map(({ id }) => id))}
          row={({ id, label: name }) => (
            <Tile
              {...{ name, format }}
              entry={entryOf(id)}
              onRemove={() => onChange(titles.filter((key) => key !== id))}
            />
          )}
        />
      )}
      <p className="mt-2 text-small text-muted">
        {titles.length} of at most {MOST_ON_SHELF}. For more, fill the shelf by a rule, or put the
        titles in a category: its page lists all.
      </p>
      <div className="mt-3 grid gap-x-4 md:grid-cols-2">
        {(titles.length < MOST_ON_SHELF ? (['video', 'show'] as const) : []).map((kind) => (
          <EntryPicker
            key={kind}
            kind={kind}
            label={`Add a ${kind}`}
            value=""
            adds
            onChosen={add}
            onChange={() => undefined}
          />
        ))}
      </div>
    </fieldset>
  );
}

function Tile({
  name,
  format,
  entry,
  onRemove,
}: {
  readonly name: string;
  readonly format: ShelfFormat;
  readonly entry: ListedEntry | undefined;
  readonly onRemove: () => void;
}) {
  const state = entry?.state;
  return (
    <div className={format === 'poster' ? 'w-28' : 'w-48'}>
      <TilePicture format={format} title={entry} />
      <p className="mt-1 flex items-start justify-between gap-1 text-small">
        <span className="min-w-0 break-words">{name}</span>
        <Button tone="quiet" size="small" aria-label={`Take ${name} away`} onClick={onRemove}>
          <CloseIcon />
        </Button>
      </p>
      {state && state !== 'published' && (
        <Badge tone="warning">{state === 'withdrawn' ? 'hidden' : state}</Badge>
      )}
    </div>
  );
}

/** The titles that are on the shelf, by key. */
function useTitles(shelf: string | undefined): ReadonlyMap<string, ListedEntry> {
  const query = { limit: PAGE, shelf };
  const enabled = shelf !== undefined;
  const videos = useRead(catalogueList, { params: { kind: 'video' }, query }, { enabled });
  const shows = useRead(catalogueList, { params: { kind: 'show' }, query }, { enabled });
  const all = [...(videos.data?.data ?? []), ...(shows.data?.data ?? [])];
  return new Map(all.map((entry) => [entry.key, entry]));
}
