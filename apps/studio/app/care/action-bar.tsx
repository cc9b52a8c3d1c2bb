import {
  careBlock,
  careCancel,
  careNote,
  careSendAgain,
  careUnblock,
} from '@bonisa/contract/studio/care.calls';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { type Question, useConfirm } from '../design/confirm.tsx';
import { Problem } from '../design/states.tsx';
import { downloadEvidence } from './download-evidence.ts';
import { NoteDialog } from './note-dialog.tsx';
import { newKey, type Summary } from './open-number.ts';

type Reply = Promise<{ summary: Summary }>;

const STOP: Question = {
  title: 'Stop the subscription?',
  text: 'Nothing more is taken. What is paid for is still served, and the number gets a message.',
  button: 'Stop it',
  danger: true,
  reason: true,
};
const BLOCK: Question = {
  title: 'Block this number?',
  text: 'As STOP ALL does: the service ends at once, also what is paid for, and the number cannot subscribe until a person unblocks it.',
  button: 'Block it',
  danger: true,
  reason: true,
};
const UNBLOCK: Question = {
  title: 'Unblock this number?',
  text: 'It may subscribe again. No subscription begins, and nothing is taken.',
  button: 'Unblock it',
  reason: true,
};
const again = (what: string): Question => ({
  title: `Send the ${what} again?`,
  text: `The last ${what} goes out once more, in the same words. Three messages a day at most.`,
  button: 'Send it',
  reason: true,
});

/** What may be done for the caller, each after a question for the reason. */
export function ActionBar({
  handle,
  summary: { may, known },
  mayAct,
  onChanged,
}: {
  readonly handle: string;
  readonly summary: Summary;
  readonly mayAct: boolean;
  readonly onChanged: (summary: Summary) => void;
}) {
  const confirm = useConfirm();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [isNoting, setNoting] = useState(false);
  const [error, setError] = useState<unknown>();

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(undefined);
    await work().catch((refused: unknown) => setError(refused));
    setBusy(false);
  };
  const act = async (
    question: Question,
    done: string,
    call: (given: { handle: string; reason: string; key: string }) => Reply,
  ): Promise<void> => {
    const answer = await confirm(question);
    if (!answer) return;
    await attempt(async () => {
      const { summary } = await call({ handle, reason: answer.reason, key: newKey() });
      notify(done, { type: 'success' });
      onChanged(summary);
    });
  };
  const sendAgain = (message: 'receipt' | 'confirmation') =>
    act(again(message), 'The message is on its way.', (body) =>
      studio.call(careSendAgain, { body: { ...body, message } }),
    );
  const download = async (): Promise<void> => {
    const answer = await confirm({
      title: 'Evidence of this number as PDF?',
      text: 'The document has the number, every opt-in with its words, and everything that happened. Hand it only to whom it concerns.',
      button: 'Make it',
      reason: true,
    });
    if (answer) await attempt(() => downloadEvidence(handle, answer.reason));
  };

  return (
    <div className="mb-6">
      <div className="flex flex-wrap gap-2">
        {mayAct && (
          <>
            <Button disabled={isBusy || !known} onClick={() => setNoting(true)}>
              Add a note
            </Button>
            {may.cancel && (
              <Button
                disabled={isBusy}
                onClick={() =>
                  act(STOP, 'The subscription is stopped.', (body) =>
                    studio.call(careCancel, { body }),
                  )
                }
              >
                Stop the subscription
              </Button>
            )}
            {may.send_confirmation && (
              <Button disabled={isBusy} onClick={() => sendAgain('confirmation')}>
                Send the confirmation again
              </Button>
            )}
            {may.send_receipt && (
              <Button disabled={isBusy} onClick={() => sendAgain('receipt')}>
                Send the receipt again
              </Button>
            )}
          </>
        )}
        {known && (
          <Button disabled={isBusy} onClick={download}>
            Evidence as PDF
          </Button>
        )}
        {mayAct && may.unblock && (
          <Button
            disabled={isBusy}
            onClick={() =>
              act(UNBLOCK, 'The number is unblocked.', (body) => studio.call(careUnblock, { body }))
            }
          >
            Unblock the number
          </Button>
        )}
        {mayAct && may.block && (
          <Button
            tone="danger"
            disabled={isBusy}
            onClick={() =>
              act(BLOCK, 'The number is blocked.', (body) => studio.call(careBlock, { body }))
            }
          >
            Block the number
          </Button>
        )}
      </div>
      {error !== undefined && (
        <div className="mt-4">
          <Problem error={error} />
        </div>
      )}
      {isNoting && (
        <NoteDialog
          onClose={() => setNoting(false)}
          onWrite={async (text, key) => {
            const { summary } = await studio.call(careNote, { body: { handle, text, key } });
            notify('The note is written.', { type: 'success' });
            setNoting(false);
            onChanged(summary);
          }}
        />
      )}
    </div>
  );
}
