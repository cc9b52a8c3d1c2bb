import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { catalogueList, MOST_SEARCHED } from '@bonisa/contract/studio/lists.calls';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useMay } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { FIELD, Field, tied } from '../design/fields.tsx';
import { type EntryOption, EntryOptions } from './entry-options.tsx';
import { isMadeInPlace, NewEntryDialog } from './new-entry-dialog.tsx';
import type { ListedEntry } from './resources.ts';

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
  /** Offers to make the entry that is missing. */
  readonly creates?: boolean;
  readonly onChosen?: (entry: ListedEntry) => void;
}

/**
 * Chooses an entry by typing a part of its title, from a list with pictures and states. What is
 * typed must be one that is listed.
 */
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
  creates = false,
  onChosen,
}: EntryPickerProps) {
  const id = useId();
  const mayWrite = useMay('catalogue:write');
  const [typed, setTyped] = useState<string>();
  const [asked, setAsked] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isMaking, setMaking] = useState(false);
  // A form has many pickers, of which few are used: the list is read as soon as one may be.
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed ?? ''), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const search = asked.slice(0, MOST_SEARCHED);
  const { data, isPlaceholderData, isError } = useRead(
    catalogueList,
    { params: { kind }, query: { search, channel: channel ?? '', limit: MOST, sort: 'title' } },
    { enabled: isNear },
  );
  const chosen = useChosen(kind, { key: value, channel }, data?.data);
  const options = optionsOf(data?.data ?? []);
  const canMake = creates && mayWrite && isMadeInPlace(kind);
  const last = options.length - (canMake ? 0 : 1);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
  };
  const take = (entry: ListedEntry): void => {
    onChosen?.(entry);
    onChange(entry.key);
    setTyped(adds ? '' : undefined);
    close();
  };
  const choose = (text: string, isWhole = false): void => {
    if (text === '') onChange('');
    const found = options.find(({ name, key }) => name === text || key === text);
    // 'Home' may be the beginning of 'Homeland'.
    const isBegun = options.some(({ name }) => name !== text && name.startsWith(text));
    if (found && (!isBegun || isWhole)) take(found);
    else setTyped(text);
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
    close();
  };
  const make = (): void => {
    setMaking(true);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setActive(Math.max(0, Math.min(last, active + step)));
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && (active >= 0 || typed)) {
      event.preventDefault();
      const option = options[active];
      if (option) take(option);
      else if (active >= 0) make();
      else choose(typed ?? '', true);
    }
  };
  return (
    <Field {...{ id, label, problem, hint, isNeeded }}>
      <div className="relative">
        <input
          {...tied(id, { hint, problem, isNeeded })}
          role="combobox"
          autoComplete="off"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
          className={FIELD}
          value={typed ?? chosen}
          placeholder={empty}
          disabled={disabled}
          onChange={({ target }) => {
            setOpen(true);
            setActive(-1);
            choose(target.value);
          }}
          onClick={() => setOpen(true)}
          onKeyDown={press}
          onBlur={leave}
          onPointerEnter={() => setNear(true)}
          onFocus={() => {
            setNear(true);
            setLeft(false);
          }}
        />
        {isOpen && (
          <EntryOptions
            {...{ id, label, options, active }}
            isRead={data !== undefined || isError}
            create={canMake ? `Create a new ${kind}` : undefined}
            onTake={take}
            onCreate={make}
          />
        )}
      </div>
      {isMaking && (
        <NewEntryDialog
          kind={kind}
          title={typed ?? ''}
          onMade={(entry) => {
            setMaking(false);
            take(entry);
          }}
          onClose={() => setMaking(false)}
        />
      )}
    </Field>
  );
}

/** What the list offers: the title, and the key beside it where entries have the same title. */
function optionsOf(entries: readonly ListedEntry[]): readonly EntryOption[] {
  const counts = Map.groupBy(entries, ({ title }) => title);
  return entries.map((entry) => ({
    ...entry,
    name: counts.get(entry.title)?.length === 1 ? entry.title : `${entry.title} (${entry.key})`,
  }));
}

/** The title of the chosen entry, by its key or slug, also when the list of a search lacks it. */
function useChosen(
  kind: EntryKind,
  { key, channel }: { readonly key: string; readonly channel: string | undefined },
  listed: readonly ListedEntry[] | undefined,
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
