import { OPERATOR_DECIDES_AFTER_MS } from '@bonisa/domain/money/charge';
import type { Payment, SimulatedRefund } from './carrier-records.ts';
import { RECONCILED_AFTER_MS } from './charging.rules.ts';
import { HOUR_MS, MINUTE_MS } from './handsets.ts';
import type { ChargeLine, RefundLine } from './inspection.repository.ts';
import type { Finding, Rule, Scene } from './rules.ts';
import { shown } from './rules.ts';

/**
 * A look-up each hour, a process that is down for some: by then what is unknown must be a
 * reconciliation exception.
 */
const EXCEPTION_BY_MS = OPERATOR_DECIDES_AFTER_MS + 10 * HOUR_MS;
/** What is due is done at once; what is claimed comes up again after a minute. */
const LOOKED_UP_BY_MS = 10 * MINUTE_MS;

export const everyCent: Rule = (scene) => [
  ...[...scene.taken.values()]
    .filter(({ createdAt }) => createdAt >= scene.from)
    .flatMap((payment) => ofPayment(scene, payment)),
  ...[...scene.carrierRecords.refunds.values()].flatMap((refund) => ofRefund(scene, refund)),
  ...[...scene.readModel.posted].flatMap(([id, { cause, receivable }]) =>
    ofPosting(scene, id, cause, receivable),
  ),
];

function finding(words: string, subscriptionId?: string): Finding[] {
  return [{ invariant: 'every_cent', words, ...(subscriptionId ? { subscriptionId } : {}) }];
}

/** Money that the carrier took. */
function ofPayment({ readModel, at }: Scene, payment: Payment): Finding[] {
  const { reference, amountCents } = payment.input;
  const about = `${payment.id}, R${amountCents / 100} taken at ${shown(payment.takenAt ?? 0)}`;
  const charge = readModel.chargeOf(reference);
  if (!charge) return finding(`${about}: no charge of ours has its reference`);
  const isNamed = readModel.isNamed({ reference, carrierPaymentId: payment.id });
  switch (charge.state) {
    case 'succeeded':
    case 'refunded': {
      const posted = readModel.posted.get(charge.id)?.receivable;
      return posted === amountCents
        ? []
        : finding(`${about}: R${(posted ?? 0) / 100} stands in the ledger`, charge.subscriptionId);
    }
    case 'denied': {
      if (isNamed || at - (payment.takenAt ?? 0) < RECONCILED_AFTER_MS) return [];
      return finding(
        `${about}: it counts as denied (${charge.reason}) and is no exception`,
        charge.subscriptionId,
      );
    }
    default: {
      if (isNamed || at - charge.askedAt < EXCEPTION_BY_MS) return [];
      return finding(
        `${about}: it is unknown for longer than it may be and is no exception`,
        charge.subscriptionId,
      );
    }
  }
}

/** Money that the carrier gave back. */
function ofRefund({ readModel, at }: Scene, given: SimulatedRefund): Finding[] {
  if (given.status !== 'succeeded') return [];
  const about = `${given.id}, R${given.amount / 100} given back at ${shown(given.decidedAt ?? 0)}`;
  const refund = [
    ...readModel.refundsOf(readModel.chargeOf(given.payment.input.reference)?.id ?? ''),
  ].find(({ reference }) => reference === given.input.reference);
  if (!refund) return finding(`${about}: no refund of ours has its reference`);
  if (refund.state === 'succeeded') {
    const posted = readModel.posted.get(refund.id)?.receivable;
    return posted === -given.amount
      ? []
      : finding(`${about}: R${(posted ?? 0) / 100} stands in the ledger`);
  }
  if (
    readModel.hasException('unknown_refund', refund.id) ||
    readModel.hasException('refund_denied', refund.id)
  )
    return [];
  return refund.state !== 'denied' && at - refund.createdAt < EXCEPTION_BY_MS
    ? []
    : finding(`${about}: it counts as ${refund.state} and is no exception`);
}

/** Money that stands in the ledger. */
function ofPosting(
  { readModel, carrierRecords, taken }: Scene,
  id: string,
  cause: string,
  receivable: number,
): Finding[] {
  if (cause === 'charge') {
    const charge = readModel.charges.get(id);
    const payment = taken.get(charge?.reference ?? '');
    return payment?.input.amountCents === receivable
      ? []
      : finding(
          `R${receivable / 100} was posted that the carrier never took`,
          charge?.subscriptionId,
        );
  }
  const refund = readModel.refunds.get(id);
  const given = refund && carrierRecords.refundSubmitted(refund);
  return given?.status === 'succeeded' && -given.amount === receivable
    ? []
    : finding(`R${receivable / 100} was posted that the carrier never gave back`);
}

export const ledgerBalances: Rule = ({ readModel }) => {
  const { unbalanced, sum, receivable, corrections } = readModel.ledger;
  const taken = total([...readModel.charges.values()].filter(isTaken));
  const given = total([...readModel.refunds.values()].filter(({ state }) => state === 'succeeded'));
  const problems = [
    ...(unbalanced > 0 ? [`${unbalanced} entries do not balance`] : []),
    ...(sum !== 0 ? [`all lines together come to R${sum / 100}`] : []),
    ...(receivable - corrections !== taken - given
      ? [
          `the carrier owes R${receivable / 100} by the ledger, R${(taken - given) / 100} by our charges and refunds`,
        ]
      : []),
  ];
  return problems.map((words): Finding => ({ invariant: 'ledger_balances', words }));
};

function isTaken({ state }: ChargeLine): boolean {
  return state === 'succeeded' || state === 'refunded';
}

function total(lines: readonly { amount: number }[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

export const unknownEnds: Rule = (scene) => {
  const charges = [...scene.readModel.charges.values()].filter(
    ({ state }) => state === 'intended' || state === 'unknown',
  );
  const refunds = [...scene.readModel.refunds.values()].filter(
    ({ state }) => state === 'intended' || state === 'unknown',
  );
  return [
    ...charges.flatMap((charge) => ofOpen(scene, charge, 'charge', charge.subscriptionId)),
    ...refunds.flatMap((refund) =>
      ofOpen(scene, refund, 'refund', scene.readModel.charges.get(refund.chargeId)?.subscriptionId),
    ),
  ];
};

function ofOpen(
  { readModel, at, isLast, leftAlone }: Scene,
  open: ChargeLine | RefundLine,
  what: 'charge' | 'refund',
  subscriptionId: string | undefined,
): Finding[] {
  const about = `a ${what} of ${shown(open.createdAt)} is ${open.state}`;
  const told = (words: string): Finding[] => [
    {
      invariant: 'unknown_ends',
      words: `${about}${words}`,
      ...(subscriptionId ? { subscriptionId } : {}),
    },
  ];
  if (isLast) return told(' at the end of the run');
  if (open.lookupAt === null) return told(' and is never looked up');
  // What is to be given back is sent when the carrier is asked again; what may have been sent is
  // looked up whatever the carrier does.
  if (what === 'refund' && open.state === 'intended' && leftAlone) return [];
  if (open.lookupAt < at - LOOKED_UP_BY_MS)
    return told(` and was to be looked up at ${shown(open.lookupAt)}`);
  const since = 'askedAt' in open ? open.askedAt : open.createdAt;
  if (at - since > EXCEPTION_BY_MS && !readModel.hasException(`unknown_${what}`, open.id))
    return told(' and no exception');
  return [];
}
