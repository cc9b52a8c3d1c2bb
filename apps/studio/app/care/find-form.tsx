import { careFind, careOpenCharge } from '@bonisa/contract/studio/care.calls';
import { type FormEvent, useState } from 'react';
import { studio } from '../calls/studio.ts';
import { Button } from '../design/button.tsx';
import { SelectField, TextField } from '../design/fields.tsx';
import { Card } from '../design/page.tsx';
import { Problem } from '../design/states.tsx';
import type { FoundNumber } from './open-number.ts';

const REASONS = [
  'Caller disputes a charge',
  'Caller asks what was taken',
  'Caller wants to stop',
  'Caller gets no service',
  'Caller answers our call',
  'Complaint by the carrier or WASPA',
  'The carrier refused a refund',
];
const OTHER = 'Another reason';

/**
 * The number, or the reference of a charge, and why; Enter finds it. The fields are not kept by the
 * browser.
 */
export function FindForm({ onFound }: { readonly onFound: (found: FoundNumber) => void }) {
  const [byReference, setByReference] = useState(false);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const find = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const field = (name: string) => String(given.get(name) ?? '').trim();
    const why = { reason: reason === OTHER ? field('other') : reason };
    setBusy(true);
    setError(undefined);
    try {
      onFound(
        byReference
          ? await studio.call(careOpenCharge, { body: { reference: field('reference'), ...why } })
          : await studio.call(careFind, { body: { msisdn: field('number'), ...why } }),
      );
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return (
    <Card>
      <form method="post" autoComplete="off" onSubmit={find} className="max-w-[34rem]">
        {error !== undefined && <Problem error={error} />}
        {byReference ? (
          <TextField
            key="reference"
            label="Our reference of the charge"
            name="reference"
            autoComplete="off"
            spellCheck={false}
            hint="Or of a refund of it: as a dispute, a reconciliation exception or the carrier names it."
            required
            maxLength={200}
            autoFocus
          />
        ) : (
          <TextField
            key="number"
            label="Number of the caller"
            name="number"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            spellCheck={false}
            placeholder="082 123 4567"
            hint="With 0, 27 or +27 in front, with spaces or without."
            required
            autoFocus
            className="text-heading tabular-nums"
          />
        )}
        <SelectField
          label="Why do you look?"
          name="reason"
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          empty="Choose a reason"
          choices={[...REASONS, OTHER].map((one) => ({ value: one, label: one }))}
        />
        {reason === OTHER && (
          <TextField
            label="The reason"
            name="other"
            required
            minLength={3}
            maxLength={300}
            autoComplete="off"
            hint="Do not write numbers of subscribers."
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="action" disabled={isBusy}>
            {isBusy ? 'Finding…' : 'Find'}
          </Button>
          <Button tone="quiet" onClick={() => setByReference(!byReference)}>
            {byReference ? 'By the number of the caller' : 'By the reference of a charge'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
