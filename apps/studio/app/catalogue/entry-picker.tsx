import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueList } from '@bonisa/contract/studio/lists.calls';
import { useEffect, useId, useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { FIELD, Field } from '../design/fields.tsx';

const MOST = 100;
const TYPING_MS = 250;

export interface EntryPickerProps {
  readonly kind: EntryKind;
  readonly label: string;
  /** The key of the chosen entry; empty: none. */
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly channel?: string | undefined;
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  readonly disabled?: boolean;
  /** What an empty field says; `Any` in a filter. */
  readonly empty?: string;
  /** After a choice the field is empty again, for the next one. */
  readonly adds?: boolean;
  readonly onChooseTitle?: (title: string) => void;
}

/** Chooses an entry by typing a part of its title. What is typed must be one that is listed. */
export function EntryPicker({
  kind,
  label,
  value,
  onChange,
  channel,
  problem,
  hint,
  disabled = false,
  empty = 'Type to find',
  adds = false,
  onChooseTitle,
}: EntryPickerProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed ?? ''), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useRead(catalogueList, {
    params: { kind },
    query: { search: asked, channel: channel ?? '', limit: MOST, sort: 'title' },
  });
  const chosen = useChosen(kind, value, data?.data);
  const choose = (text: string): void => {
    const found = data?.data.find(({ title, key }) => title === text || key === text);
    if (text === '') onChange('');
    if (found) {
      onChooseTitle?.(found.title);
      onChange(found.key);
    }
    setTyped(found ? (adds ? '' : undefined) : text);
  };
  return (
    <Field id={id} label={label} problem={problem} hint={hint}>
      <input
        id={id}
        list={`${id}-list`}
        className={FIELD}
        value={typed ?? chosen}
        placeholder={empty}
        disabled={disabled}
        aria-invalid={problem ? true : undefined}
        onChange={(event) => choose(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id={`${id}-list`}>
        {data?.data.map(({ key, title, of }) => (
          <option key={key} value={title} label={of ?? undefined} />
        ))}
      </datalist>
    </Field>
  );
}

interface Named {
  readonly key: string;
  readonly slug: string | null;
  readonly title: string;
}

/** The title of the chosen entry, by key or slug, also when the list of a search lacks it. */
function useChosen(kind: EntryKind, key: string, listed: readonly Named[] | undefined): string {
  const isIt = (entry: Named): boolean => entry.key === key || entry.slug === key;
  const known = listed?.find(isIt);
  const { data } = useRead(
    catalogueList,
    { params: { kind }, query: { search: key, limit: MOST } },
    { enabled: key !== '' && !known },
  );
  if (key === '') return '';
  return known?.title ?? data?.data.find(isIt)?.title ?? key;
}
