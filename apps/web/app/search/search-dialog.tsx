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
import { showDialog } from '../layouts/show-dialog.ts';
import { say } from '../words/words.ts';
import { queryOf } from './use-search-address.ts';

/** The id of the suggestion list for its field; `undefined` while there is none. */
export interface Listbox {
  readonly id: string;
  /** The option that Enter chooses. */
  readonly active: string | undefined;
}

/** The search field, as the panel below it uses it. */
export interface SearchField {
  readonly text: string;
  /** Whether the text was typed since the overlay opened; otherwise it came from the address. */
  readonly written: boolean;
  write(text: string): void;
  /** Hides the phone's keyboard, so that the results are visible. */
  rest(): void;
  setListbox(listbox: Listbox | undefined): void;
  /**
   * Registers the panel's key handler, which runs first and returns whether it used the key. The
   * panel loads after the field: an Enter pressed earlier is delivered at registration.
   */
  onKey(listen: (key: string) => boolean): void;
}

interface SearchDialogProps {
  onClose(): void;
  children: (field: SearchField) => ReactNode;
}

/**
 * The overlay: a modal dialog with its field. Meanwhile the page is inert; at the end it gets the
 * focus back.
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

  // Before the paint and within the press: a phone shows its keyboard only for a focus caused by a
  // press.
  useLayoutEffect(() => {
    const element = dialog.current;
    showDialog(element);
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
        // Further typing cancels the early Enter.
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
    // Some browsers would only clear the field.
    event.preventDefault();
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="search" aria-label={say('search')} onClose={onClose}>
      <div className="search-head">
        <label htmlFor={id} className="sr-only">
          {say('search.label')}
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
          placeholder={say('search.placeholder')}
          className="field-input"
          value={text}
          onChange={(event) => field.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={say('search.close')}
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </div>
      {children(field)}
    </dialog>
  );
}
