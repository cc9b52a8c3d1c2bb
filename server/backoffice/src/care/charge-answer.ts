import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import type { chargeAnswer } from '@bonisa/contract/studio/care-views';
import { lastSentAt } from '@bonisa/domain/money/charge';
import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { proposeAnswer } from '@bonisa/domain/staff/care-answer';
import type { RefundProgress } from '@bonisa/domain/staff/care-refund';
import { careTime } from '@bonisa/domain/staff/care-words';
import type { Charge } from '@bonisa/money/billing/charges/charge.repository';
import type { Consent } from '@bonisa/money/consent/consent.repository';
import type { z } from 'zod';
import {
  boughtUntil,
  CHARGE_OUTCOME,
  leftOf,
  optInOf,
  proofWords,
  stoppedBefore,
  wordsOf,
} from './charge-story.ts';
import { disputeView } from './dispute.view.ts';
import type { NumberRecords } from './number-records.service.ts';
import { messageEntry, refundEntries } from './timeline.ts';
import { entryOf } from './timeline-entry.ts';

export type ChargeAnswer = z.output<typeof chargeAnswer>;

/** One report of a player. */
export interface Playback {
  readonly uuid: string;
  readonly at: Date;
  readonly pausedAt: number | null;
  readonly finishedAt: number | null;
}

/** What is read besides the records of the number. */
export interface AboutCharge {
  readonly played: readonly Playback[];
  readonly limit: Cents;
  /** What became of the refunds of its disputes, by the id of the dispute. */
  readonly disputeRefunds: ReadonlyMap<string, RefundProgress>;
  readonly now: Date;
}

/** A receipt or confirmation may be late by this time after the carrier was last asked. */
const ABOUT_MS = 24 * 60 * 60_000;

/** The whole evidence of one charge with a proposed answer. */
export function answerOf(
  records: NumberRecords,
  charge: Charge,
  { played, limit, disputeRefunds, now }: AboutCharge,
): ChargeAnswer {
  const optIn = optInOf(records, charge);
  const until = boughtUntil(records, charge);
  const words = wordsOf(records, charge);
  const usage = usageOf(played, charge.createdAt, until ?? now);
  const messages = messagesAbout(records, charge, optIn);
  const receipt = messages.find(
    ({ template, state, createdAt }) =>
      template === 'receipt' && state === 'sent' && createdAt >= charge.createdAt,
  );
  const name = records.nameOf(charge.packageId, charge.createdAt);
  const dispute = records.disputes.findLast(({ chargeId }) => chargeId === charge.id);
  return {
    charge: {
      reference: charge.reference,
      correlator: correlatorOf(charge.reference),
      carrier_reference: charge.carrierReference,
      at: charge.createdAt.toISOString(),
      local: careTime(charge.createdAt),
      package_name: name,
      amount: formatRand(charge.amount),
      vat: formatRand(charge.vat),
      given_back: formatRand(charge.refunded),
      left: formatRand(leftOf(charge)),
      outcome: CHARGE_OUTCOME[charge.state],
      ...words,
    },
    opt_in: optIn ? optInView(optIn) : null,
    messages: messages.map((message) => entryOf(messageEntry(message))),
    refunds: refundEntries({
      refunds: records.refunds.filter(({ chargeId }) => chargeId === charge.id),
      charges: [charge],
    }).map(entryOf),
    usage,
    proposal: proposeAnswer({
      state: charge.state,
      amount: charge.amount,
      refunded: charge.refunded,
      isOverpayment: charge.isOverpayment,
      at: charge.createdAt,
      packageName: name,
      boughtUntil: until,
      optIn: optIn ?? null,
      stoppedAt: stoppedBefore(records, charge),
      receiptSentAt: receipt?.sentAt ?? null,
      plays: usage.plays,
      lastPlayAt: usage.last_at === null ? null : new Date(usage.last_at),
    }),
    dispute: dispute
      ? disputeView(dispute, { packageName: name, refund: disputeRefunds.get(dispute.id) })
      : null,
    limit: formatRand(limit),
  };
}

function optInView(consent: Consent): NonNullable<ChargeAnswer['opt_in']> {
  return {
    at: consent.at.toISOString(),
    local: careTime(consent.at),
    words: [...consent.words],
    version: consent.wordsVersion,
    price: formatRand(consent.price),
    period: consent.servicePeriod,
    trial: consent.trial,
    proof: consent.proof,
    proof_words: proofWords(consent.proof),
    proof_correlator: consent.proofCorrelator,
    address: consent.address,
    user_agent: consent.userAgent,
  };
}

/** The messages about a charge: the confirmation of its opt-in, and those soon after it. */
function messagesAbout(
  { messages }: NumberRecords,
  charge: Charge,
  optIn: Consent | undefined,
): NumberRecords['messages'] {
  const from = charge.createdAt.getTime();
  const until = lastSentAt(charge).getTime() + ABOUT_MS;
  return messages.filter(({ subscriptionId, template, createdAt }) => {
    if (subscriptionId !== charge.subscriptionId) return false;
    const at = createdAt.getTime();
    const confirms = template === 'welcome' && optIn && at >= optIn.at.getTime();
    return confirms || (at >= from && at < until);
  });
}

/** How much was watched in a span: how often and how long, not what. */
export function usageOf(
  played: readonly Playback[],
  from: Date,
  until: Date,
): ChargeAnswer['usage'] {
  const within = played.filter(({ at }) => at >= from && at <= until);
  const seconds = new Map<string, number>();
  for (const { uuid, pausedAt, finishedAt } of within)
    seconds.set(uuid, Math.max(seconds.get(uuid) ?? 0, pausedAt ?? 0, finishedAt ?? 0));
  const times = within.map(({ at }) => at.getTime());
  const all = [...seconds.values()].reduce((sum, one) => sum + one, 0);
  const shown = (time: number) => (times.length === 0 ? null : new Date(time).toISOString());
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    plays: seconds.size,
    minutes: Math.round(all / 60),
    first_at: shown(Math.min(...times)),
    last_at: shown(Math.max(...times)),
  };
}
