import { catalogueFind, MOST_SEARCHED } from '@bonisa/contract/studio/lists.calls';
import { type FormEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { useMay, usePerson } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { entryAddress, KINDS } from '../catalogue/kinds.ts';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { SearchIcon } from '../design/icons.tsx';
import { addressOf, screensFor } from '../screens.ts';

/** Goes to a screen or an entry by a few letters: Ctrl or ⌘ with K, or the button. */
export function CommandSearch() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-10 w-full items-center gap-2 rounded-mark border border-quiet/40 px-3 text-left text-quiet hover:text-bone"
      >
        <SearchIcon />
        <span>Go to…</span>
        <kbd className="ml-auto font-mono text-small">Ctrl K</kbd>
      </button>
      {/* On a tablet the navigation around this is hidden, and with it whatever is in it. */}
      {isOpen && createPortal(<CommandDialog onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

/** What the dialog goes to: a screen, or an entry of the catalogue. */
interface Target {
  readonly to: string;
  readonly label: string;
  readonly note: ReactNode;
}

const TYPING_MS = 200;
const FEWEST_LETTERS = 2;

function CommandDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const found = [...useScreens(typed), ...useEntries(typed)];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = found;
    if (!first) return;
    onClose();
    navigate(first.to);
  };
  return (
    <Dialog title="Go to" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name of a screen or an entry"
          hint="Drafts and withdrawn entries are found, too. Enter opens the first one."
          value={typed}
          autoComplete="off"
          maxLength={MOST_SEARCHED}
          data-first-focus=""
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <ul className="max-h-80 overflow-y-auto" aria-label="Found">
        {found.map(({ to, label, note }) => (
          <li key={to}>
            <Link
              to={to}
              onClick={onClose}
              className="flex flex-wrap justify-between gap-x-3 rounded-mark px-3 py-2 hover:bg-mark-soft"
            >
              {label} <span className="text-muted">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3 text-muted">Nothing has such a name.</p>}
    </Dialog>
  );
}

function useScreens(typed: string): readonly Target[] {
  const { scopes } = usePerson();
  return useMemo(() => {
    const asked = typed.trim().toLowerCase();
    return screensFor(scopes)
      .flatMap((screen) => (screen.label ? [{ ...screen, label: screen.label }] : []))
      .filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(asked))
      .map((screen) => ({ to: addressOf(screen), label: screen.label, note: screen.group }));
  }, [scopes, typed]);
}

/** Entries of every kind and state, once a few letters are typed. */
function useEntries(typed: string): readonly Target[] {
  const mayRead = useMay('catalogue:read');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isAsked = mayRead && asked.length >= FEWEST_LETTERS;
  const { data } = useRead(catalogueFind, { query: { search: asked } }, { enabled: isAsked });
  if (!isAsked || typed.trim().length < FEWEST_LETTERS) return [];
  return (data?.data ?? []).map(({ kind, key, title, of, state }) => ({
    to: entryAddress(kind, key),
    label: title,
    note: [KINDS[kind].one, of, state === 'published' ? null : state].filter(Boolean).join(', '),
  }));
}
