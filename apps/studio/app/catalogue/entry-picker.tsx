import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueList, MOST_SEARCHED } from '@bonisa/contract/studio/lists.calls';
import { useEffect, useId, useState } from 'react';
import { useRead } from '../calls/use-calls.ts';
import { FIELD, Field, tied } from '../design/fields.tsx';

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
  readonly isNeeded?: boolean | undefined;
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
  isNeeded,
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
  const { data, isPlaceholderData, isError } = useRead(catalogueList, {
    params: { kind },
    query: {
      search: asked.slice(0, MOST_SEARCHED),
      channel: channel ?? '',
      limit: MOST,
      sort: 'title',
    },
  });
  const chosen = useChosen(kind, { key: value, channel }, data?.data);
  const options = optionsOf(data?.data ?? []);
  const choose = (text: string, isWhole = false): void => {
    if (text === '') onChange('');
    const found = options.find(({ name, key }) => name === text || key === text);
    // 'Home' may be the beginning of 'Homeland'.
    const isBegun = options.some(({ name }) => name !== text && name.startsWith(text));
    if (!found || (isBegun && !isWhole)) {
      setTyped(text);
      return;
    }
    onChooseTitle?.(found.title);
    onChange(found.key);
    setTyped(adds ? '' : undefined);
  };
  // Somebody who types fast, or far away, leaves the field before the list of that word is read.
  const isListed = isError || (data !== undefined && !isPlaceholderData && asked === (typed ?? ''));
  const [isLeft, setLeft] = useState(false);
  const finish = (): void => {
    if (typed) choose(typed, true);
    setTyped(undefined);
    setLeft(false);
  };
  useEffect(() => {
    if (isLeft && (isListed || !typed)) finish();
  });
  const leave = (): void => {
    setAsked(typed ?? '');
    setLeft(true);
  };
  return (
    <Field {...{ id, label, problem, hint, isNeeded }}>
      <input
        {...tied(id, { hint, problem, isNeeded })}
        list={`${id}-list`}
        className={FIELD}
        value={typed ?? chosen}
        placeholder={empty}
        disabled={disabled}
        onChange={(event) => choose(event.target.value, isPicked(event.nativeEvent))}
        onKeyDown={(event) => event.key === 'Enter' && typed && choose(typed, true)}
        onBlur={leave}
        onFocus={() => setLeft(false)}
      />
      <datalist id={`${id}-list`}>
        {options.map(({ key, name, of }) => (
          <option key={key} value={name} label={of ?? undefined} />
        ))}
      </datalist>
    </Field>
  );
}

interface Listed {
  readonly key: string;
  readonly title: string;
  readonly of: string | null;
}

/** What the list offers: the title, and the key beside it where entries have the same title. */
function optionsOf(entries: readonly Listed[]): readonly (Listed & { readonly name: string })[] {
  const counts = Map.groupBy(entries, ({ title }) => title);
  return entries.map((entry) => ({
    ...entry,
    name: counts.get(entry.title)?.length === 1 ? entry.title : `${entry.title} (${entry.key})`,
  }));
}

/** Whether a change comes from the list and not from typing: browsers name it so, or not at all. */
function isPicked(event: Event): boolean {
  const { inputType } = event as Partial<InputEvent>;
  return inputType === undefined || inputType === 'insertReplacementText';
}

/** The title of the chosen entry, by its key or slug, also when the list of a search lacks it. */
function useChosen(
  kind: EntryKind,
  { key, channel }: { readonly key: string; readonly channel: string | undefined },
  listed: readonly Listed[] | undefined,
): string {
  const known = listed?.find((entry) => entry.key === key);
  const { data } = useRead(
    catalogueList,
    { params: { kind }, query: { key, channel: channel ?? '', limit: MOST } },
    { enabled: key !== '' && !known },
  );
  if (key === '') return '';
  const found = data?.data.filter((entry) => entry.key === key || entry.slug === key) ?? [];
  return (known ?? found.find((entry) => entry.key === key) ?? found[0])?.title ?? key;
}
