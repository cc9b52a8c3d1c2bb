import {
  changePrice,
  makePackage,
  packages,
  previewPrice,
} from '@bonisa/contract/studio/packages.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProblem } from '../calls/form-problem.tsx';
import { useAct, useRead } from '../calls/use-calls.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CheckField, SelectField, TextArea, TextField } from '../design/fields.tsx';
import { counted } from '../design/money.ts';
import { Notice } from '../design/states.tsx';
import {
  decidedAbout,
  type PriceBefore,
  packageIn,
  priceBefore,
  priceIn,
  type SoldPackage,
  serviceKeyField,
} from './price-form.ts';

const HOLDERS = [
  { value: 'kept', label: 'They keep their price' },
  { value: 'asked_again', label: 'They are asked; silence keeps theirs' },
];
const PERIODS = ['day', 'week', 'month'].map((value) => ({ value, label: `A ${value}` }));

/** A new price of a package, or a new package with its first price, looked at before it is made. */
export function PriceDialog({
  of,
  onClose,
}: {
  /** `undefined`: a new package. */
  readonly of: SoldPackage | undefined;
  readonly onClose: () => void;
}) {
  const look = useAct(previewPrice);
  const change = useAct(changePrice, { done: 'The price is made.' });
  const make = useAct(makePackage, { done: 'The package is made.' });
  const [seen, setSeen] = useState<StudioReplyOf<typeof previewPrice>>();
  const [seenFor, setSeenFor] = useState('');
  const end = useRef<HTMLDivElement>(null);
  // The answer is below a form that is longer than most screens, and the next press beside it.
  useEffect(() => {
    if (seen) end.current?.scrollIntoView({ block: 'end' });
  }, [seen]);
  // The screen reads again while the dialog is open, and the fields stay as they began.
  const [before] = useState(() => priceBefore(of));
  const error = look.error ?? change.error ?? make.error;
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const price = priceIn(form, before);
    const after = before?.id ?? null;
    const wanted = of ? { key: of.key, after } : { package: packageIn(form) };
    const body = { ...wanted, price };
    const found = await look.act({ body });
    // Made only as it was seen: the first press shows what it does.
    const looked = decidedAbout(body, found);
    setSeen(found);
    setSeenFor(looked);
    if (!found || found.problems.length > 0 || looked !== seenFor) return;
    const reason = String(form.get('reason'));
    const made = of
      ? await change.act({ params: { key: of.key }, body: { price, after, reason } })
      : await make.act({ body: { package: packageIn(form), price, reason } });
    if (made) onClose();
  };
  const problemOf = (field: string) =>
    seen?.problems.find((one) => one.field === field || one.field.endsWith(`.${field}`))?.problem;
  const isReady = seen !== undefined && seen.problems.length === 0;
  return (
    <Dialog title={of ? `New price of ${of.name}` : 'New package'} onClose={onClose} wide>
      <form onSubmit={submit}>
        {error && <FormProblem error={error} onClose={onClose} />}
        {!of && <PackageFields problemOf={problemOf} />}
        <PriceFields problemOf={problemOf} before={before} />
        <ServiceKeys before={before} problem={problemOf('service_keys')} />
        <TextArea label="Why" name="reason" required maxLength={500} hint="The audit keeps it." />
        {seen && <Seen seen={seen} />}
        <div ref={end} className="flex scroll-mb-6 justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            tone="action"
            disabled={look.isBusy || change.isBusy || make.isBusy}
          >
            {isReady ? 'Make it' : 'See what it does'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type ProblemOf = (field: string) => string | undefined;

function PackageFields({ problemOf }: { readonly problemOf: ProblemOf }) {
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <TextField
        label="Key"
        name="key"
        required
        maxLength={40}
        hint="It never changes."
        problem={problemOf('key')}
      />
      <TextField label="Name" name="name" required maxLength={80} problem={problemOf('name')} />
      <TextField label="In one line" name="words" maxLength={80} problem={problemOf('words')} />
      <SelectField
        label="The price is for"
        name="period"
        choices={PERIODS}
        problem={problemOf('period')}
      />
    </div>
  );
}

function PriceFields({
  problemOf,
  before,
}: {
  readonly problemOf: ProblemOf;
  /** `undefined`: a new package. */
  readonly before: PriceBefore | undefined;
}) {
  return (
    <>
      <div className="grid gap-x-4 md:grid-cols-3">
        <TextField
          label="Rand, with VAT"
          name="amount"
          required
          inputMode="decimal"
          placeholder="5.00"
          defaultValue={before?.amount}
          problem={problemOf('amount')}
        />
        <TextField
          label="Free days"
          name="trial_days"
          type="number"
          min={0}
          defaultValue={before?.trial_days ?? 1}
          hint="The first time: none or one."
          problem={problemOf('trial_days')}
        />
        <TextField
          label="Most in a month"
          name="monthly_limit"
          inputMode="decimal"
          defaultValue={before?.monthly_limit ?? '200.00'}
          hint="At most R200.00."
          problem={problemOf('monthly_limit')}
        />
      </div>
      <div className="grid gap-x-4 md:grid-cols-2">
        <TextField
          label="From"
          name="valid_from"
          type="datetime-local"
          hint="South African time. Empty: at once."
          problem={problemOf('valid_from')}
        />
        {before && (
          <SelectField
            label="Who subscribes already"
            name="holders"
            choices={HOLDERS}
            problem={problemOf('holders')}
          />
        )}
      </div>
      <CheckField
        label="New subscribers can choose it"
        name="offered"
        defaultChecked={before?.offered ?? true}
      />
    </>
  );
}

/** What each carrier calls the price. A carrier whose field is empty does not sell it. */
function ServiceKeys({
  before,
  problem,
}: {
  readonly before: PriceBefore | undefined;
  readonly problem: string | undefined;
}) {
  const { data } = useRead(packages);
  return (
    <fieldset className="mb-2">
      <legend className="mb-1 font-semibold">Service keys</legend>
      <p className="mb-2 text-small text-muted">
        What each carrier calls this price. Empty: not sold there.
      </p>
      {problem && <p className="mb-2 text-small font-semibold text-danger">{problem}</p>}
      <div className="grid gap-x-4 md:grid-cols-2">
        {data?.carriers.map(({ id, name }) => (
          <TextField
            key={id}
            label={name}
            name={serviceKeyField(id)}
            maxLength={200}
            defaultValue={before?.service_keys[id]}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** What a price does, as the server answers. */
function Seen({ seen }: { readonly seen: StudioReplyOf<typeof previewPrice> }) {
  if (seen.problems.length > 0)
    return (
      <div role="alert" className="mb-4 font-semibold text-danger">
        <p>It cannot be made:</p>
        <ul className="list-disc pl-5">
          {seen.problems.map(({ field, problem }) => (
            <li key={`${field} ${problem}`}>{problem}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <div role="status" className="mb-4">
      {seen.card && (
        <p className="mb-2">
          Viewers see <strong>{seen.card.name}</strong>, R{seen.card.price} a{' '}
          {seen.card.service_period}.
        </p>
      )}
      <Notice tone="info">
        {seen.consequence} It concerns {counted(seen.concerned, 'running subscription')}.
      </Notice>
    </div>
  );
}
