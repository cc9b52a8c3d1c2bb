import { packageNames } from '@bonisa/contract/studio/packages.calls';
import { preview } from '@bonisa/contract/studio/preview.calls';
import { type FormEvent, useState } from 'react';
import { productNow } from '../calls/settings.ts';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
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
export function PreviewForm() {
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
      <TextField label="Page" name="path" defaultValue="/" maxLength={300} />
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
            It is for the browser that opens it first, and ends at {dateTime(link.until)} or when
            you sign out.
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

/**
 * Opens the page of an entry in the preview by one press: as a subscriber to whom every title is
 * open, now, or else at the beginning of the entry's window.
 */
export function PreviewButton({
  path,
  from,
}: {
  readonly path: string;
  /** When viewers see the entry from. */
  readonly from: string | null;
}) {
  const { act, isBusy } = useAct(preview, { tellsError: true });
  const [blocked, setBlocked] = useState<string>();
  const open = async (): Promise<void> => {
    // By the press itself: browsers hold back a window that opens later.
    const tab = window.open('about:blank');
    const isLater = from !== null && new Date(from) > productNow();
    const made = await act({ body: { as: 'subscriber', path, ...(isLater ? { at: from } : {}) } });
    if (!made) {
      tab?.close();
    } else if (tab) {
      tab.opener = null;
      tab.location.replace(made.url);
    } else {
      setBlocked(made.url);
    }
  };
  return blocked === undefined ? (
    <Button disabled={isBusy} onClick={open}>
      Preview
    </Button>
  ) : (
    <a
      href={blocked}
      target="_blank"
      rel="noreferrer"
      className="self-center font-semibold text-mark underline"
      onClick={() => setBlocked(undefined)}
    >
      Open the preview
    </a>
  );
}
