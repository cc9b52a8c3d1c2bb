import { type FormEvent, useRef, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { RadioList } from '../design/radio-list.tsx';
import { say } from '../words/words.ts';
import { AcceptActions, OfferTerms } from './accept-offer.tsx';
import { type Holding, pricePer } from './account-words.ts';
import {
  answerWords,
  type ChangeAnswer,
  type Choice,
  changeNoticeOf,
  changeOptionsOf,
  changeTimeWords,
  showingChanges,
} from './package-change.ts';
import type { AccountData } from './use-account.ts';
import { useAction } from './use-action.ts';

export interface ChangePackageProps {
  subscription: Holding;
  account: AccountData;
  /** Requests the account again. */
  onChanged: () => Promise<unknown>;
}

/**
 * Changes the package: choose it, choose when it begins if there is a choice, read price and
 * wording, press Accept. An opt-in of its own. A charge now is never preselected.
 */
export function ChangePackage({ subscription, account, onChanged }: ChangePackageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [changed, setChanged] = useState<{ answer: ChangeAnswer; wanted: Choice }>();
  const done = async (answer: ChangeAnswer, wanted: Choice) => {
    await onChanged();
    setChanged({ answer, wanted });
    show(false);
  };
  /** The pressed button goes: its focus passes to the place where the form or the button is. */
  const show = (isOpen: boolean): void => {
    setOpen(isOpen);
    place.current?.focus();
  };
  const told = changed && changeNoticeOf(changed.answer, changed.wanted, subscription);
  const possible = account.packages.length > 0 && !subscription.payment_pending;
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] justify-items-start gap-4 outline-none"
    >
      <div role="status" className={told ? undefined : 'sr-only'}>
        {told ? <Notice tone={told.tone}>{told.words}</Notice> : null}
      </div>
      {possible && open ? (
        <ChangeForm
          subscription={subscription}
          packages={account.packages}
          onDone={done}
          onRefused={onChanged}
          onLeft={() => show(false)}
        />
      ) : null}
      {possible && !open ? (
        <Button onClick={() => show(true)}>{say('account.change')}</Button>
      ) : null}
    </div>
  );
}

interface ChangeFormProps {
  subscription: Holding;
  packages: readonly Choice[];
  onDone: (answer: ChangeAnswer, wanted: Choice) => Promise<void>;
  /** Requests the account again. */
  onRefused: () => Promise<unknown>;
  onLeft: () => void;
}

function ChangeForm({ subscription, packages, onDone, onRefused, onLeft }: ChangeFormProps) {
  const { busy, problem, run } = useAction();
  const [key, setKey] = useState<string>();
  const [atOnce, setAtOnce] = useState(false);
  const [missing, setMissing] = useState(false);
  const [refused, setRefused] = useState<string>();
  // With its words of now, also after the account was requested again.
  const chosen = packages.find((one) => one.service_key === key);
  const ways = chosen ? changeOptionsOf(chosen) : [];
  const way = ways.find((one) => one.atOnce === atOnce) ?? ways[0];
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefused(undefined);
    if (!chosen || !way) {
      setMissing(true);
      return;
    }
    await run(async () => {
      const { csrfToken } = await call('csrfToken');
      const asked = call(
        'changePackage',
        {
          service_key: chosen.service_key,
          words_language: chosen.words_language,
          price: chosen.price,
          name: chosen.name,
          effect: way.when,
          ...(way.atOnce ? { at_once: true } : {}),
        },
        { csrfToken },
      );
      const answer = await showingChanges(asked, onRefused);
      if (answer.status === 'success') await onDone(answer, chosen);
      else setRefused(answerWords(answer.outcome, chosen, subscription));
    });
  };
  const choose = (wanted: string) => {
    setMissing(false);
    setRefused(undefined);
    setAtOnce(false);
    setKey(wanted);
  };
  return (
    <form method="post" noValidate onSubmit={accept} className="sheet w-full max-w-[34rem]">
      <RadioList
        legend={say('account.change.to')}
        name="package"
        choices={packages.map((one) => ({
          value: one.service_key,
          label: `${one.name} (${pricePer(one)})`,
          note: noteOf(one, subscription),
        }))}
        error={missing ? say('account.change.missing') : undefined}
        onChange={choose}
      />
      {chosen && ways.length > 1 ? (
        <div className="mt-5">
          <RadioList
            key={chosen.service_key}
            legend={say('account.change.when', { package: chosen.name })}
            name="when"
            defaultValue="renewal"
            choices={[
              {
                value: 'renewal',
                label: say('account.change.at_end'),
                note: say('account.change.nothing_now'),
              },
              {
                value: 'now',
                label: say('account.change.now'),
                note: say('account.change.now_note', { price: chosen.price }),
              },
            ]}
            onChange={(value) => setAtOnce(value === 'now')}
          />
        </div>
      ) : null}
      {chosen && way ? (
        <OfferTerms {...chosen} words={way.words} when={changeTimeWords(way.when, subscription)} />
      ) : null}
      <AcceptActions
        busy={busy}
        problem={problem ?? refused}
        chargesNow={way?.when === 'now'}
        onLeft={onLeft}
      />
    </form>
  );
}

function noteOf(one: Choice, held: Holding): string | undefined {
  if (one.effect === null) return say('account.change.follows');
  if (one.package_id !== held.package_id) return undefined;
  if (one.price !== held.price) return say('account.change.new_price', { held: pricePer(held) });
  return one.effect === 'now' ? say('account.change.held') : say('account.change.take_back');
}
