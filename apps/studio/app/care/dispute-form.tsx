import {
  careAnswerDispute,
  careDecideDispute,
  careDispute,
  careSummary,
} from '@bonisa/contract/studio/care.calls';
import { useNotify } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { TextArea, TextField } from '../design/fields.tsx';
import { Notice, Problem } from '../design/states.tsx';
import { type ChargeAnswer, firstVerdict, type Verdict } from './charge-answer.ts';
import { newKey, type Summary } from './open-number.ts';
import { refundSentence } from './refund-sentence.ts';

/** What the caller said, what they were told, and the decision: one form, one press. */
export function DisputeForm({
  handle,
  answer,
  onChanged,
  onClose,
}: {
  readonly handle: string;
  readonly answer: ChargeAnswer;
  readonly onChanged: (summary: Summary) => void;
  readonly onClose: () => void;
}) {
  const notify = useNotify();
  const { charge, proposal } = answer;
  const isDecided = answer.dispute !== null && answer.dispute.decided_at !== null;
  const [disputeId, setDisputeId] = useState(isDecided ? undefined : answer.dispute?.id);
  const [verdict, setVerdict] = useState<Verdict>(() => firstVerdict(answer));
  const [keys] = useState(() => ({ open: newKey() }));
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  /** Takes the dispute down if it is new; a second press goes on with the same one. */
  const disputeOf = async (words: string): Promise<string> => {
    if (disputeId) return disputeId;
    const body = { handle, reference: charge.reference, words, key: keys.open };
    const { dispute } = await studio.call(careDispute, { body });
    setDisputeId(dispute.id);
    return dispute.id;
  };
  const record = async (given: FormData): Promise<string> => {
    const field = (name: string) => String(given.get(name) ?? '').trim();
    const id = await disputeOf(field('words'));
    const told = { handle, dispute_id: id, words: field('answer') };
    await studio.call(careAnswerDispute, { body: told });
    if (verdict === 'later') return 'The dispute is taken down and answered.';
    const { refund } = await studio.call(careDecideDispute, {
      body: {
        handle,
        dispute_id: id,
        verdict,
        reason: field('reason'),
        key: newKey(),
        ...(verdict === 'upheld' ? { amount: field('amount') } : {}),
      },
    });
    return refund ? `Upheld. ${refundSentence(refund)}` : 'The dispute is rejected.';
  };
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      notify(await record(new FormData(event.currentTarget)), { type: 'success' });
      onChanged((await studio.call(careSummary, { body: { handle } })).summary);
      onClose();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };

  return (
    <form method="post" onSubmit={submit} className="border-rule border-t pt-5">
      {isDecided && (
        <Notice tone="info">
          A dispute of this charge was {answer.dispute?.state}: {answer.dispute?.decided_reason}
        </Notice>
      )}
      {error !== undefined && <Problem error={error} />}
      <div className="grid gap-x-8 md:grid-cols-2">
        {disputeId ? (
          <div className="mb-4">
            <p className="mb-1 font-semibold">What the caller said</p>
            <p>{answer.dispute?.words ?? 'It is taken down.'}</p>
          </div>
        ) : (
          <TextArea
            label="What the caller says"
            name="words"
            required
            maxLength={2000}
            rows={4}
            placeholder="I never subscribed to this."
          />
        )}
        <TextArea
          label="What you tell the caller"
          name="answer"
          required
          maxLength={2000}
          rows={4}
          defaultValue={answer.dispute?.answer ?? proposal.words}
        />
      </div>
      <fieldset className="mb-4">
        <legend className="mb-1 font-semibold">Decision</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {CHOICES.filter(({ value }) => value !== 'upheld' || charge.left !== '0.00').map(
            ({ value, label }) => (
              <label key={value} className="flex items-center gap-2">
                <input
                  type="radio"
                  name="verdict"
                  value={value}
                  checked={verdict === value}
                  onChange={() => setVerdict(value)}
                  className="size-5 accent-mark"
                />
                {label}
              </label>
            ),
          )}
        </div>
      </fieldset>
      {verdict === 'upheld' && (
        <TextField
          label="Amount in rand"
          name="amount"
          inputMode="decimal"
          defaultValue={charge.left}
          pattern="[0-9]{1,6}([.][0-9]{1,2})?"
          hint={`At most R${charge.left}. Above R${answer.limit} a second person decides first.`}
          required
          autoComplete="off"
        />
      )}
      {verdict !== 'later' && (
        <TextField
          label="Reason"
          name="reason"
          required
          minLength={3}
          maxLength={300}
          defaultValue={proposal.why}
          autoComplete="off"
        />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Leave</Button>
        <Button type="submit" tone="action" disabled={isBusy}>
          {isBusy ? 'Writing…' : 'Record the answer'}
        </Button>
      </div>
    </form>
  );
}

const CHOICES: readonly { readonly value: Verdict; readonly label: string }[] = [
  { value: 'rejected', label: 'The charge stands' },
  { value: 'upheld', label: 'Give it back' },
  { value: 'later', label: 'Decide later' },
];
