import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { CloseIcon } from '../design/icons.tsx';
import { queryOf } from './search-address.ts';

/** The list of suggestions as its field must name it; `undefined` while there is none. */
export interface Listbox {
  readonly id: string;
  /** The option that Enter takes. */
  readonly active: string | undefined;
}

/** The field of the search, for what stands below it. */
export interface SearchField {
  readonly text: string;
  /** Whether the text was written since the overlay opened; otherwise it came with the address. */
  readonly written: boolean;
  write(text: string): void;
  /** Puts the phone's keyboard away, so that what was found can be seen. */
  rest(): void;
  setListbox(listbox: Listbox | undefined): void;
  /**
   * Whoever suggests hears the field's keys first, and says whether one was for them. Their code
   * comes later than the field: an Enter that was pressed before is told to them then.
   */
  onKey(listen: (key: string) => boolean): void;
}

interface SearchDialogProps {
  onClose(): void;
  children: (field: SearchField) => ReactNode;
}

/**
 * The overlay itself: a modal dialog with its field. The rest of the page is out of reach
 * meanwhile, and gets the focus back.
 */
export function SearchDialog({ onClose, children }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<(key: string) => boolean>(undefined);
  const enteredEarly = useRef(false);
  const id = useId();
  const [{ text, written }, setText] = useState(() => ({
    text: queryOf(location.search) ?? '',
    written: false,
  }));
  const [listbox, setListbox] = useState<Listbox>();

  // Before the paint and within the press: a phone only shows its keyboard for a focus that comes
  // from one.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useEffect(() => {
    const field = input.current;
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  const field = useMemo<SearchField>(
    () => ({
      text,
      written,
      write: (wanted) => {
        // Whoever goes on typing has not asked yet.
        enteredEarly.current = false;
        setText({ text: wanted, written: true });
      },
      rest: () => input.current?.blur(),
      setListbox,
      onKey: (listen) => {
        keys.current = listen;
        if (!enteredEarly.current) return;
        enteredEarly.current = false;
        listen('Enter');
      },
    }),
    [text, written],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (keys.current?.(event.key)) return event.preventDefault();
    if (!keys.current && event.key === 'Enter') enteredEarly.current = true;
    if (event.key !== 'Escape') return;
    // Some browsers would only empty the field.
    event.preventDefault();
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="search" aria-label="Search" onClose={onClose}>
      <div className="search-head">
        <label htmlFor={id} className="sr-only">
          Search shows, videos, people and channels
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          role="combobox"
          aria-expanded={listbox !== undefined}
          aria-controls={listbox?.id}
          aria-activedescendant={listbox?.active}
          aria-autocomplete="list"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={100}
          placeholder="Title or person"
          className="field-input"
          value={text}
          onChange={(event) => field.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button"
          aria-label="Close search"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </div>
      {children(field)}
    </dialog>
  );
}
