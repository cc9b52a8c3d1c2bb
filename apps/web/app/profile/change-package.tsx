import { type FormEvent, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { RadioList } from '../design/radio-list.tsx';
import { dayWords, type Holding, pricePer } from './account-words.ts';
import type { AccountData } from './use-account.ts';
import { useAction } from './use-action.ts';

type Choice = AccountData['packages'][number];

export interface ChangePackageProps {
  subscription: Holding;
  account: AccountData;
  onChanged: () => Promise<void>;
}

/** V3, in the words that the flow has for it. */
const NOTHING_CHOSEN = 'Selected Package missing, please choose one';

/** Another package from the end of the paid time on: choose, read price and words, Accept. An opt-in of its own; nothing is taken now. */
export function ChangePackage({ subscription, account, onChanged }: ChangePackageProps) {
  const [open, setOpen] = useState(false);
  const [changed, setChanged] = useState(false);
  const done = async () => {
    setOpen(false);
    setChanged(true);
    await onChanged();
  };
  if (account.packages.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      {changed ? <Told subscription={subscription} next={account.next_package} /> : null}
      {open ? (
        <ChangeForm subscription={subscription} packages={account.packages} onDone={done} onLeft={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Change package</Button>
      )}
    </div>
  );
}

function Told({ subscription, next }: { subscription: Holding; next: AccountData['next_package'] }) {
  return (
    <div role="status">
      <Notice tone="good">
        {next
          ? `From ${dayWords(next.from)} you have ${next.name} at ${pricePer(next)}. Nothing was taken now.`
          : `You keep ${subscription.name} at ${pricePer(subscription)}. Nothing was taken now.`}
      </Notice>
    </div>
  );
}

interface ChangeFormProps {
  subscription: Holding;
  packages: readonly Choice[];
  onDone: () => Promise<void>;
  onLeft: () => void;
}

function ChangeForm({ subscription, packages, onDone, onLeft }: ChangeFormProps) {
  const { busy, problem, run } = useAction();
  const [chosen, setChosen] = useState<Choice>();
  const [missing, setMissing] = useState(false);
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!chosen) {
      setMissing(true);
      return;
    }
    const worked = await run(async () => {
      const { csrfToken } = await call('csrfToken');
      await call('changePackage', { service_key: chosen.service_key }, { csrfToken });
    });
    if (worked) await onDone();
  };
  const choose = (key: string) => {
    setMissing(false);
    setChosen(packages.find((one) => one.service_key === key));
  };
  return (
    <form method="post" noValidate onSubmit={accept} className="sheet w-full max-w-[34rem]">
      <RadioList
        legend="Change to"
        name="package"
        choices={packages.map((one) => ({ value: one.service_key, label: `${one.name} (${pricePer(one)})`, note: noteOf(one, subscription) }))}
        error={missing ? NOTHING_CHOSEN : undefined}
        onChange={choose}
      />
      {chosen ? <Words choice={chosen} from={subscription.paid_until} /> : null}
      {problem ? (
        <div className="mt-4">
          <ErrorNotice>{problem}</ErrorNotice>
        </div>
      ) : null}
      <div className="flow-actions">
        <Button type="submit" look="primary" wide busy={busy} busyLabel="Changing your package">
          Accept
        </Button>
        <Button wide disabled={busy} onClick={onLeft}>
          Leave it as it is
        </Button>
      </div>
    </form>
  );
}

function noteOf(one: Choice, held: Holding): string | undefined {
  return one.package_id === held.package_id ? 'What you have now: takes the change back' : undefined;
}

/** Price and words beside Accept, as the consent record keeps them. */
function Words({ choice, from }: { choice: Choice; from: string | null }) {
  return (
    <div className="offer" role="status">
      <p className="offer-price">
        R{choice.price}
        <wbr />/{choice.service_period}
        <span className="offer-when">{from ? `from ${dayWords(from)}` : 'after your paid time'}</span>
      </p>
      <div className="offer-words">
        {choice.words.map((words) => (
          <p key={words}>{words}</p>
        ))}
      </div>
    </div>
  );
}
