import { v7 as uuid } from 'uuid';
import type { PaymentReply } from './carrier-billing.schemas.ts';
import type { Page } from './paging.ts';

/** The error of a wrong amount, in rand. */
const OFF_BY = 1;

/**
 * A page of payments with wrong entries: one entry is missing, one has another amount, and one was
 * never requested. Completed payments are preferred, because they are money. A page of one entry
 * loses it, and an empty first page only gets the invented entry. The total follows.
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
    // The invented entry takes the place of the missing one, so that the order by time stays.
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

/** A completed payment that was never requested, with a plausible number and amount. */
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
