import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { dateTime } from '../design/time.ts';

/**
 * A one-time link, shown once, to hand over by hand: the studio sends no mail. Without a link:
 * another administrator shows it.
 */
export function OneTimeLink({
  link,
  expires_at,
  name,
  onClose,
}: {
  readonly link: string | null;
  readonly expires_at: string | null;
  readonly name: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={`The link for ${name}`} onClose={onClose} mustAnswer wide>
      {link && expires_at ? (
        <>
          <p className="mb-3">
            Hand it over yourself. It works once, until {dateTime(expires_at)}, and is shown this
            once.
          </p>
          <Secret text={link} label="One-time link" />
        </>
      ) : (
        <p>
          Another administrator shows the link on this screen and hands it over: nobody makes an
          account alone.
        </p>
      )}
      <div className="mt-5 flex justify-end">
        <Button tone="action" onClick={onClose}>
          {link ? 'I have it' : 'Close'}
        </Button>
      </div>
    </Dialog>
  );
}

/** A text that is shown once, with a button that copies it. */
export function Secret({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-mark border border-field bg-paper p-3">
      <span className="sr-only">{label}: </span>
      <code className="min-w-0 flex-1 font-mono break-all">{text}</code>
      <Button
        size="small"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
