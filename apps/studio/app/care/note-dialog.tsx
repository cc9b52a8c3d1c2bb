import { type FormEvent, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextArea } from '../design/fields.tsx';
import { Problem } from '../design/states.tsx';
import { newKey } from './open-number.ts';

/** A note of a call. */
export function NoteDialog({
  onClose,
  onWrite,
}: {
  readonly onClose: () => void;
  /** Throws where the note is refused. */
  readonly onWrite: (text: string, key: string) => Promise<void>;
}) {
  const [key] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim();
    setBusy(true);
    await onWrite(text, key).catch((refused: unknown) => {
      setError(refused);
      setBusy(false);
    });
  };
  return (
    <Dialog title="Add a note" onClose={onClose}>
      <form method="post" onSubmit={submit}>
        {error !== undefined && <Problem error={error} />}
        <TextArea
          label="What was said"
          name="text"
          hint="Your name and the time stand beside it. The owner of the number may read it in their data."
          required
          maxLength={2000}
          rows={5}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="action" disabled={isBusy}>
            Write the note
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
