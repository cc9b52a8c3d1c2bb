import { type FormEvent, useState } from 'react';
import { call } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { shortDate } from '../words/dates.ts';
import { say } from '../words/words.ts';
import { AcceptActions, OfferTerms } from './accept-offer.tsx';
import { type Holding, pricePer } from './account-words.ts';
import {
  answerWords,
  type ChangeAnswer,
  changeTimeWords,
  showingChanges,
} from './package-change.ts';
import { STANDING } from './subscription-status.tsx';
import type { AccountData } from './use-account.ts';
import { useAction } from './use-action.ts';

/** The id of the offer's heading. */
const HEADING = 'new-price';

export type Offer = NonNullable<AccountData['price_offer']>;

export interface PriceOfferProps {
  subscription: Holding;
  offer: AccountData['price_offer'];
  /** Requests the account again. */
  onAccepted: () => Promise<unknown>;
}

/**
 * The new price of the held package beside the one that is paid, to accept or to leave. Doing
 * nothing keeps the earlier price. Accept is a consent of its own, so its words come first.
 */
export function PriceOffer({ subscription, offer, onAccepted }: PriceOfferProps) {
  const [open, setOpen] = useState(false);
  const [accepted, setAccepted] = useState<string>();
  const done = async (words: string) => {
    await onAccepted();
    setOpen(false);
    setAccepted(words);
    // The offer is gone with its button: what holds now is above.
    document.getElementById(STANDING)?.focus();
  };
  /** The pressed button goes: its focus passes to the heading, which stays. */
  const show = (isOpen: boolean): void => {
    setOpen(isOpen);
    document.getElementById(HEADING)?.focus();
  };
  return (
    <>
      <div role="status" className={accepted ? undefined : 'sr-only'}>
        {accepted ? <Notice tone="good">{accepted}</Notice> : null}
      </div>
      {offer && !subscription.payment_pending ? (
        <section aria-labelledby={HEADING} className="sheet w-full max-w-[34rem]">
          <h3 id={HEADING} tabIndex={-1} className="scroll-mt-20 font-semibold outline-none">
            {say('account.price.heading', { package: offer.name })}
          </h3>
          <p className="mt-2">{offerWords(offer)}</p>
          <p className="mt-2">{say('account.price.choice', { held: pricePer(heldOf(offer)) })}</p>
          {open ? (
            <AcceptForm
              subscription={subscription}
              offer={offer}
              onDone={done}
              onRefused={onAccepted}
              onLeft={() => show(false)}
            />
          ) : (
            <div className="mt-4">
              <Button onClick={() => show(true)}>{say('account.price.read')}</Button>
            </div>
          )}
        </section>
      ) : null}
    </>
  );
}

interface AcceptFormProps {
  subscription: Holding;
  offer: Offer;
  /** Receives what came of it, in words. */
  onDone: (words: string) => Promise<void>;
  /** Requests the account again. */
  onRefused: () => Promise<unknown>;
  onLeft: () => void;
}

function AcceptForm({ subscription, offer, onDone, onRefused, onLeft }: AcceptFormProps) {
  const { busy, problem, run } = useAction();
  const [refused, setRefused] = useState<string>();
  const accept = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefused(undefined);
    await run(async () => {
      const { csrfToken } = await call('csrfToken');
      const { package_id, price, name, from, words_language, effect } = offer;
      const shown = { package_id, price, name, from, words_language, effect };
      const accepting = call('acceptPrice', shown, { csrfToken });
      const { status, outcome } = await showingChanges(accepting, onRefused);
      if (status === 'success') await onDone(acceptedWords(offer, outcome, subscription));
      else setRefused(answerWords(outcome, offer, subscription));
    });
  };
  return (
    <form method="post" noValidate onSubmit={accept}>
      <OfferTerms {...offer} when={whenWords(offer, subscription)} />
      <AcceptActions
        busy={busy}
        problem={problem ?? refused}
        chargesNow={offer.effect === 'now'}
        onLeft={onLeft}
      />
    </form>
  );
}

const dayOf = ({ from }: Offer): string => shortDate(new Date(from));
const heldOf = ({ held_price: price, service_period }: Offer) => ({ price, service_period });

/** The new price, from when, and what is paid. */
export function offerWords(offer: Offer): string {
  const facts = {
    package: offer.name,
    price: pricePer(offer),
    day: dayOf(offer),
    held: pricePer(heldOf(offer)),
  };
  return offer.effect === 'later'
    ? say('account.price.from', facts)
    : say('account.price.since', facts);
}

/** The text beside the price: when it is charged. */
function whenWords(offer: Offer, held: Holding): string {
  if (offer.effect === 'later') return say('account.change.from', { at: dayOf(offer) });
  return changeTimeWords(offer.effect, held);
}

/** What came of Accept. */
export function acceptedWords(
  offer: Offer,
  outcome: ChangeAnswer['outcome'],
  held: Holding,
): string {
  if (offer.effect !== 'later' || outcome !== 'planned') return answerWords(outcome, offer, held);
  return say('account.price.accepted', {
    package: offer.name,
    price: pricePer(offer),
    day: dayOf(offer),
    held: pricePer(heldOf(offer)),
  });
}
