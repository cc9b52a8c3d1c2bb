import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { CloseIcon } from '../design/icons.tsx';
import { SortableList } from '../design/sortable-list.tsx';
import { EntryPicker } from './entry-picker.tsx';

export interface TitlesFieldProps {
  readonly label: string;
  readonly titles: readonly string[];
  readonly onChange: (titles: readonly string[]) => void;
  readonly problem: string | undefined;
  readonly disabled: boolean;
}

const MOST = 200;

/** The titles of a shelf, in the order shown: add, drag, take away. */
export function TitlesField({ label, titles, onChange, problem, disabled }: TitlesFieldProps) {
  const [added, setAdded] = useState<Readonly<Record<string, string>>>({});
  const names = useNames(titles);
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
      <div className="mt-3 grid gap-x-4 md:grid-cols-2">
        {(['video', 'show'] as const).map((kind) => (
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

/** The names of titles by key, from the first pages of both lists. */
function useNames(keys: readonly string[]): ReadonlyMap<string, string> {
  const query = { limit: MOST, sort: 'key' as const };
  const enabled = keys.length > 0;
  const videos = useRead(catalogueList, { params: { kind: 'video' }, query }, { enabled });
  const shows = useRead(catalogueList, { params: { kind: 'show' }, query }, { enabled });
  const all = [...(videos.data?.data ?? []), ...(shows.data?.data ?? [])];
  return new Map(all.map(({ key, title }) => [key, title]));
}
