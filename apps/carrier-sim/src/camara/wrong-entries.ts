import { v7 as uuid } from 'uuid';
import type { PaymentReply } from './carrier-billing.schemas.ts';
import type { Page } from './paging.ts';

/** What another amount is off by, in rand. */
const OFF_BY = 1;

/**
 * A page of payments as a carrier with untidy books would give it: one entry is left out, one has
 * another amount, and one stands there that was never asked for. Completed payments are preferred,
 * since those are money. A page of one entry loses it, and an empty first page gets only what is
 * invented. The total follows what is left out and invented.
 */
export function withWrongEntries(page: Page<PaymentReply>, now: Date): Page<PaymentReply> {
  const { entries } = page;
  if (entries.length === 0 && page.offset > 0) return page;
  const [left, other] = [...entries].sort(
    (one, two) =>
      Number(two.paymentStatus === 'succeeded') - Number(one.paymentStatus === 'succeeded'),
  );
  const invented = inventedLike(other ?? left, now);
  const wrong = entries.flatMap((entry) => {
    // Where the one that is left out stood, so that the order by time stays.
    if (entry === left) return [invented];
    return [entry === other ? withOtherAmount(entry) : entry];
  });
  return { ...page, entries: left ? wrong : [invented], total: page.total + (left ? 0 : 1) };
}

function withOtherAmount(entry: PaymentReply): PaymentReply {
  const { amountTransaction: transaction } = entry;
  const { chargingInformation: charging } = transaction.paymentAmount;
  const changed = { ...charging, amount: Math.round((charging.amount + OFF_BY) * 1000) / 1000 };
  return {
    ...entry,
    amountTransaction: {
      ...transaction,
      paymentAmount: { ...transaction.paymentAmount, chargingInformation: changed },
    },
  };
}

/** A completed payment that nobody has asked for, of a number and with an amount that could be. */
function inventedLike(entry: PaymentReply | undefined, now: Date): PaymentReply {
  const paymentId = uuid();
  const at = entry?.paymentCreationDate ?? now.toISOString();
  const transaction = entry?.amountTransaction;
  return {
    paymentId,
    paymentStatus: 'succeeded',
    paymentCreationDate: at,
    paymentDate: at,
    amountTransaction: {
      phoneNumber: transaction?.phoneNumber ?? '+27820000000',
      paymentAmount: {
        chargingInformation: transaction?.paymentAmount.chargingInformation ?? {
          amount: 5,
          currency: 'ZAR',
          description: 'Content',
        },
      },
      referenceCode: uuid(),
      resourceURL: `/carrier-billing/v0.5/payments/${paymentId}`,
      serverReferenceCode: `CB-${paymentId}`,
    },
  };
}
