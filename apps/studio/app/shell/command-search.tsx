import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { usePerson } from '../calls/person.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/fields.tsx';
import { SearchIcon } from '../design/icons.tsx';
import { addressOf, screensFor } from '../screens.ts';

/** Goes to a screen by a few letters: Ctrl or ⌘ with K, or the button. */
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
      {isOpen && <CommandDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function CommandDialog({ onClose }: { readonly onClose: () => void }) {
  const { scopes } = usePerson();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const found = useMemo(() => {
    const asked = typed.trim().toLowerCase();
    return screensFor(scopes)
      .flatMap((screen) => (screen.label ? [{ ...screen, label: screen.label }] : []))
      .filter(({ label, group }) => `${group} ${label}`.toLowerCase().includes(asked));
  }, [scopes, typed]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [first] = found;
    if (!first) return;
    onClose();
    navigate(addressOf(first));
  };
  return (
    <Dialog title="Go to a screen" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label="Name of the screen"
          hint="Enter opens the first one."
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      <ul className="max-h-80 overflow-y-auto">
        {found.map((screen) => (
          <li key={screen.path}>
            <Link
              to={addressOf(screen)}
              onClick={onClose}
              className="flex justify-between rounded-mark px-3 py-2 hover:bg-mark-soft"
            >
              {screen.label} <span className="text-muted">{screen.group}</span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="mt-3 text-muted">No screen has such a name.</p>}
    </Dialog>
  );
}
