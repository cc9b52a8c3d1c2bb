import type { ShortMessages } from '../messages/short-messages.ts';
import type { Live } from '../sim/live.ts';
import { randFromCents } from '../store/money.ts';
import type { Payment } from '../store/payments.repository.ts';
import { paymentEventOf } from './carrier-billing.replies.ts';
import type { CloudEvents } from './cloud-events.ts';

/** Notifies of payments: the merchant's sink, the handset (with a code) and open handset pages. */
export interface PaymentNews {
  /** A new payment. */
  made(payment: Payment, twice: boolean): void;
  /** A payment in a new state. */
  moved(payment: Payment, twice: boolean): void;
  /** A change of a handset's money, for its page only. */
  changed(msisdn: string): void;
}

export function createPaymentNews(deps: {
  events: CloudEvents;
  messages: ShortMessages;
  live: Live;
}): PaymentNews {
  const { events, messages, live } = deps;

  function moved(payment: Payment, twice: boolean): void {
    const event = paymentEventOf(payment);
    if (event) events.send(payment, event, twice);
    changed(payment.msisdn);
  }

  function changed(msisdn: string): void {
    live.tell('handset', msisdn);
    live.tell('charges', msisdn);
  }

  return {
    made(payment, twice) {
      if (payment.validationCode !== null)
        messages.deliver(
          payment.msisdn,
          `${payment.validationCode} is your code to allow a payment of R${randFromCents(payment.cents)} from your airtime.`,
        );
      moved(payment, twice);
    },
    moved,
    changed,
  };
}
