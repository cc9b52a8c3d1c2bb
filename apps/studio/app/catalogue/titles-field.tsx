import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { MOST_ON_SHELF } from '@bonisa/domain/catalogue/shelf-rule';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { CloseIcon } from '../design/icons.tsx';
import { SortableList } from '../design/sortable-list.tsx';
import { EntryPicker } from './entry-picker.tsx';

export interface TitlesFieldProps {
  readonly label: string;
  /** The key of the shelf; a new one has none. */
  readonly shelf: string | undefined;
  readonly titles: readonly string[];
  readonly onChange: (titles: readonly string[]) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

/** More than a shelf may have. */
const PAGE = 200;

/** The titles of a shelf, in the order shown: add, drag, take away. */
export function TitlesField(props: TitlesFieldProps) {
  const { label, shelf, titles, onChange, problem, disabled } = props;
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  const names = useNames(shelf);
  const nameOf = (key: string): string => names.get(key) ?? added[key] ?? key;
  const add = (key: string): void => {
    if (key !== '' && !titles.includes(key)) onChange([...titles, key]);
  };
  return (
    <fieldset className="mb-4" disabled={disabled}>
      <legend className="mb-1 font-semibold">{label}</legend>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      {titles.length > 0 && (
        <SortableList
          label={label}
          items={titles.map((key) => ({ id: key, label: nameOf(key) }))}
          onChange={(items) => onChange(items.map(({ id }) => id))}
          row={({ id, label: name }) => (
            <span className="flex items-center justify-between gap-3">
              {name}
              <Button
                tone="quiet"
                size="small"
                aria-label={`Take ${name} away`}
                onClick={() => onChange(titles.filter((key) => key !== id))}
              >
                <CloseIcon />
              </Button>
            </span>
          )}
        />
      )}
      <p className="mt-2 text-small text-muted">
        {titles.length} of at most {MOST_ON_SHELF}. For more, fill the shelf by a rule, or put the
        titles in a category: its page lists all.
      </p>
      <div className="mt-3 grid gap-x-4 md:grid-cols-2">
        {(titles.length < MOST_ON_SHELF ? (['video', 'show'] as const) : []).map((kind) => (
          <AddTitle
            key={kind}
            kind={kind}
            onAdd={(key, name) => {
              setAdded({ ...added, [key]: name });
              add(key);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function AddTitle({
  kind,
  onAdd,
}: {
  readonly kind: 'video' | 'show';
  readonly onAdd: (key: string, name: string) => void;
}) {
  let title = '';
  return (
    <EntryPicker
      kind={kind}
      label={`Add a ${kind}`}
      value=""
      adds
      onChooseTitle={(name) => {
        title = name;
      }}
      onChange={(key) => key !== '' && onAdd(key, title)}
    />
  );
}

/** The names of the titles that are on the shelf, by key. */
function useNames(shelf: string | undefined): ReadonlyMap<string, string> {
  const query = { limit: PAGE, shelf };
  const enabled = shelf !== undefined;
  const videos = useRead(catalogueList, { params: { kind: 'video' }, query }, { enabled });
  const shows = useRead(catalogueList, { params: { kind: 'show' }, query }, { enabled });
  const all = [...(videos.data?.data ?? []), ...(shows.data?.data ?? [])];
  return new Map(all.map(({ key, title }) => [key, title]));
}
