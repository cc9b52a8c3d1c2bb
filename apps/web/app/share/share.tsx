import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useSite } from '../brand.ts';
import { Button } from '../design/button.tsx';
import { showDialog } from '../layouts/show-dialog.ts';
import { whatsAppAddress } from './share-words.ts';
import './share.css';
import { say } from '../words/words.ts';

interface ShareProps {
  title: string;
  path: string;
  onClose(): void;
}

/** The phone's own sheet; without one, or where it fails, a dialog of ours. */
export default function Share({ title, path, onClose }: ShareProps) {
  const { publicUrl } = useSite();
  const url = publicUrl + path;
  const [needsDialog, setNeedsDialog] = useState(!navigator.share);
  const share = useEffectEvent(() => {
    if (!needsDialog)
      navigator.share({ title, url }).then(onClose, ({ name }: Error) => {
        // A viewer who closes the sheet has decided.
        if (name === 'AbortError') onClose();
        else setNeedsDialog(true);
      });
  });
  useEffect(() => share(), []);
  return needsDialog ? <ShareDialog title={title} url={url} onClose={onClose} /> : null;
}

interface ShareDialogProps {
  title: string;
  url: string;
  onClose(): void;
}

/** WhatsApp, and the link to copy. */
function ShareDialog({ title, url, onClose }: ShareDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const heading = useId();
  const [said, setSaid] = useState('');
  useEffect(() => showDialog(dialog.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setSaid(say('share.copied'));
    } catch {
      // Not allowed, or not over https: the viewer copies what is selected.
      field.current?.select();
      setSaid(say('share.copy_selected'));
    }
  };
  return (
    <dialog
      ref={dialog}
      className="share"
      aria-labelledby={heading}
      onClose={(event) => {
        // React hands it to a sheet around this dialog too.
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="share-head">
        <h2 id={heading} className="text-heading">
          {say('share.title', { title })}
        </h2>
        <Button look="quiet" onClick={() => dialog.current?.close()}>
          {say('done')}
        </Button>
      </div>
      <a
        className="button button-primary button-wide"
        href={whatsAppAddress(title, url)}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp
      </a>
      <label className="share-link">
        <span className="text-quiet">{say('share.link')}</span>
        <input ref={field} readOnly value={url} onFocus={({ target }) => target.select()} />
      </label>
      <Button look="quiet" wide onClick={() => void copy()}>
        {say('share.copy')}
      </Button>
      <p role="status" className="mt-2">
        {said}
      </p>
    </dialog>
  );
}
