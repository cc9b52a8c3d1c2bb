import { useEffect, useRef } from 'react';
import { Badge } from '../design/states.tsx';
import type { ListedEntry } from './resources.ts';

/** An entry of the list, and what it is called there. */
export type EntryOption = ListedEntry & { readonly name: string };

export interface EntryOptionsProps {
  readonly id: string;
  readonly label: string;
  readonly options: readonly EntryOption[];
  /** Whether the options are known: until then none says nothing. */
  readonly isRead: boolean;
  /** The place of the option that the keyboard is at; -1: none. */
  readonly active: number;
  /** What the last option says, which makes an entry. */
  readonly create: string | undefined;
  readonly onTake: (entry: EntryOption) => void;
  readonly onCreate: () => void;
}

/** The list of a picker: each entry with its picture, and its state where viewers do not see it. */
export function EntryOptions(props: EntryOptionsProps) {
  const { id, label, options, isRead, active, create, onTake, onCreate } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const look = (place: number): string =>
    `flex min-h-10 w-full cursor-pointer items-center gap-3 px-3 py-1 ${place === active ? 'bg-mark-soft' : 'hover:bg-shade'}`;
  const hasPictures = options.some(({ picture }) => picture !== null);
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="absolute inset-x-0 top-full z-30 max-h-72 min-w-64 overflow-auto rounded-card border border-rule bg-sheet shadow-lg"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((entry, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of its list.
        <div
          key={entry.key}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === active}
          className={look(place)}
          onClick={() => onTake(entry)}
        >
          {hasPictures && (
            <span className="aspect-video w-14 shrink-0 overflow-hidden rounded-mark bg-shade">
              {entry.picture && (
                <img src={entry.picture} alt="" loading="lazy" className="size-full object-cover" />
              )}
            </span>
          )}
          <span className="min-w-0 flex-1">
            {entry.name}
            {entry.of && <span className="block truncate text-small text-muted">{entry.of}</span>}
          </span>
          {entry.state && entry.state !== 'published' && (
            <Badge tone="warning">{entry.state === 'withdrawn' ? 'hidden' : entry.state}</Badge>
          )}
        </div>
      ))}
      {options.length === 0 && (
        <div
          role="option"
          tabIndex={-1}
          aria-selected={false}
          aria-disabled
          className="px-3 py-2 text-muted"
        >
          {isRead ? 'Nothing has these words.' : 'Loading…'}
        </div>
      )}
      {create && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of its list.
        <div
          id={`${id}-${options.length}`}
          role="option"
          tabIndex={-1}
          aria-selected={active === options.length}
          className={`${look(options.length)} border-rule border-t font-semibold text-mark`}
          onClick={onCreate}
        >
          {create}…
        </div>
      )}
    </div>
  );
}
