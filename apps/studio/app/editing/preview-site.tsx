import { packageNames } from '@bonisa/contract/studio/packages.calls';
import { preview } from '@bonisa/contract/studio/preview.calls';
import { type FormEvent, useState } from 'react';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { dateTime, instantOfInput } from '../design/time.ts';

const VIEWERS = [
  { value: 'visitor', label: 'A visitor' },
  { value: 'subscriber', label: 'A subscriber' },
];

/**
 * Asks as whom and when, and answers a link that opens the whole site with its drafts. The link is
 * shown and not opened by a script, so that no browser holds it back.
 */
export function PreviewForm({ path = '/' }: { readonly path?: string }) {
  const { act, isBusy, error, forget } = useAct(preview);
  const { data: packages } = useRead(packageNames);
  const [as, setAs] = useState('visitor');
  const [link, setLink] = useState<{ url: string; until: string }>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string): string => String(given.get(name) ?? '').trim();
    setLink(undefined);
    const made = await act({
      body: {
        as: text('as') === 'subscriber' ? 'subscriber' : 'visitor',
        at: instantOfInput(text('at')) ?? undefined,
        package: text('package') || undefined,
        path: text('path') || '/',
      },
    });
    if (made) setLink({ url: made.url, until: made.expires_at });
  };
  return (
    <form onSubmit={submit} onChange={forget} aria-label="Preview">
      <SelectField
        label="As"
        name="as"
        choices={VIEWERS}
        value={as}
        onChange={({ target }) => setAs(target.value)}
      />
      <TextField
        label="At"
        name="at"
        type="datetime-local"
        hint="South African time. Empty: now."
      />
      <SelectField
        label="Package"
        name="package"
        choices={(packages?.data ?? []).map(({ key, name }) => ({ value: key, label: name }))}
        empty="Any: every title is open"
        disabled={as === 'visitor'}
        hint="Of the subscriber; a visitor holds none."
      />
      <TextField label="Page" name="path" defaultValue={path} maxLength={300} />
      {error && <Problem error={error} />}
      {link ? (
        <Notice tone="good">
          <p>
            <a
              href={link.url}
              target="_blank"
              rel="noreferrer"
              className="font-semibold text-mark underline"
              onClick={() => setLink(undefined)}
            >
              Open the preview
            </a>
          </p>
          <p className="text-small">
            Open it within two minutes. It is for this browser only, and ends at{' '}
            {dateTime(link.until)} or when you sign out.
          </p>
        </Notice>
      ) : (
        <Button type="submit" tone="action" disabled={isBusy}>
          Make the preview
        </Button>
      )}
    </form>
  );
}

/** Opens the form of the preview beside an entry. */
export function PreviewButton({ path }: { readonly path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Preview</Button>
      {isOpen && (
        <Dialog title="Preview the site" onClose={() => setOpen(false)}>
          <PreviewForm path={path} />
        </Dialog>
      )}
    </>
  );
}
