import { DENIAL_WORDS, PAYMENT_BEING_CONFIRMED } from '@bonisa/domain/charge';
import { CONSENT_VERSION, consentWords } from '@bonisa/domain/consent';
import { freeTrialFlag } from '@bonisa/domain/entitlement';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { findPackage, type Package } from '@bonisa/domain/package-catalogue';
import { isLive } from '@bonisa/domain/subscription';
import { decide } from '@bonisa/domain/subscription-decide';
import type { AskContentLock } from '../carrier/content-lock.ts';
import type { FraudProtection, FraudVerdict } from '../fraud/fraud.port.ts';
import type { OtpService } from '../identity/otp.service.ts';
import type { ProofService } from '../identity/proof.service.ts';
import { keyedHash } from '../identity/tokens.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { newId } from '../platform/ids.ts';
import { carriedOf } from './carried-time.repository.ts';
import type { Charge } from './charge.repository.ts';
import type { ChargeService } from './charge.service.ts';
import type { Notices } from './notices.ts';
import type { Offers, ServiceBrand } from './offers.ts';
import type { Press, PressRepository } from './press.repository.ts';
import type { ChargeDenial } from './settlement.service.ts';
import { blockedDescription } from './status-check.service.ts';
import type { Subscriber, SubscriptionRepository, SubscriptionRow } from './subscription.repository.ts';
import { toState } from './subscription.state.ts';

export interface AcceptInput {
  readonly transactionId: string;
  readonly visitorId: string;
  /** The subscriber who is signed in here already, if any. */
  readonly signedInAs: number | undefined;
  readonly msisdn: Msisdn;
  readonly heToken: string | undefined;
  readonly serviceKey: string | undefined;
  readonly freeId: string | undefined;
  readonly otp: string | undefined;
  readonly fraudToken: string | undefined;
  readonly contentBlockOverride: boolean;
  readonly address: string;
  readonly userAgent: string;
  readonly requestedWith?: string | undefined;
}

type OtpRefusal = 'otp_missing' | 'otp_invalid' | 'otp_expired' | 'otp_attempts_used_up' | 'otp_unavailable';
type Refusal =
  | OtpRefusal
  | ChargeDenial
  | 'package_missing'
  | 'content_blocked'
  | 'number_blocked'
  | 'fraud'
  | 'payment_pending'
  | 'terms_changed'
  | 'interrupted';

/** What an Accept came to. On success the browser is to be signed in as `subscriberId`. */
export type Accepted =
  | {
      readonly ok: true;
      readonly outcome: 'subscribed' | 'signed_in';
      readonly subscriberId: number;
      readonly subscription: SubscriptionRow;
      readonly freeTrial: boolean;
    }
  | { readonly ok: false; readonly outcome: Refusal; readonly description: string };

export interface AcceptDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly presses: PressRepository;
  readonly charges: ChargeService;
  readonly notices: Notices;
  readonly latestCharge: (subscriptionId: string) => Promise<Charge | undefined>;
  readonly otp: OtpService;
  readonly proofs: ProofService;
  readonly fraud: Pick<FraudProtection, 'judge'>;
  /** No answer counts as not locked. */
  readonly contentLock: AskContentLock;
  /** Sees to it that what is known of a number is its present owner's. Throws `carrier_unavailable`. */
  readonly ensureOwner: (msisdn: Msisdn) => Promise<void>;
  readonly clock: Clock;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
  /** For keys of presses. */
  readonly key: Buffer;
  /** This run of the process. */
  readonly owner: string;
  readonly wake: () => void;
}

const OTP_WORDS: Record<OtpRefusal, string> = {
  otp_missing: 'Please enter the OTP that we sent you.',
  otp_invalid: 'Invalid OTP',
  otp_expired: 'OTP timed out',
  otp_attempts_used_up: 'OTP attempts used up, request a new OTP',
  otp_unavailable: 'Your network could not check the OTP. Please request a new OTP.',
};
const OTP_REFUSALS = {
  invalid: 'otp_invalid',
  expired: 'otp_expired',
  attempts_used_up: 'otp_attempts_used_up',
  unavailable: 'otp_unavailable',
} as const;
const NOT_TAKEN = 'The payment did not go through and nothing was taken. Please try again.';
const CARRIER_SILENT = 'Your network does not answer at the moment and nothing was taken. Please try again in a minute.';
/** How long a second press waits for the first one's answer: a little longer than the carrier may take. */
const JOIN_MS = 14_000;
const JOIN_EVERY_MS = 60;
/** A press that another run of a process has worked on for longer than all its calls may take died with that process. */
const ABANDONED_MS = 45_000;

/** Accept, from the press to the session (rows A14, F4): one subscription and at most one charge, however often and from wherever it is sent. */
export function createAccept(dependencies: AcceptDependencies) {
  const {
    subscriptions,
    presses,
    charges,
    notices,
    latestCharge,
    otp,
    proofs,
    fraud,
    contentLock,
    ensureOwner,
    clock,
    offers,
    brand,
    key,
    owner,
    wake,
  } = dependencies;

  const refuse = (outcome: Refusal): Accepted => ({ ok: false, outcome, description: wordsOf(outcome, brand) });

  const succeed = (outcome: 'subscribed' | 'signed_in', subscription: SubscriptionRow): Accepted => ({
    ok: true,
    outcome,
    subscriberId: subscription.subscriberId,
    subscription,
    freeTrial: freeTrialFlag(toState(subscription), clock.now()),
  });

  /** Who is told that nothing was taken must not be the one whose own Accept, its answer lost on the way, has just begun it. */
  const inAlready = (row: SubscriptionRow, { transactionId }: Pick<AcceptInput, 'transactionId'>): Accepted =>
    succeed(row.transactionId === transactionId ? 'subscribed' : 'signed_in', row);

  /** What an accepted press stands at now: its charge may have been settled since. */
  const answerFor = async (subscriptionId: string, transactionId: string, pressKey: string): Promise<Accepted> => {
    const row = await subscriptions.byId(subscriptionId);
    if (row && isLive(row.status)) return inAlready(row, { transactionId });
    if (row?.status === 'pending') return refuse('payment_pending');
    const charge = row && (await latestCharge(row.id));
    if (charge?.state === 'denied') {
      await presses.reopen(pressKey);
      return refuse(charge.reason as ChargeDenial);
    }
    return refuse('otp_expired');
  };

  /** Whether nobody works on a press any more: its process was killed before anything was written. */
  const isAbandoned = (press: Press): boolean => press.owner !== owner && clock.now().getTime() - press.at.getTime() > ABANDONED_MS;

  /** The same press is being worked on, or was: its answer is this one's too. */
  const join = async ({ transactionId }: AcceptInput, pressKey: string): Promise<Accepted> => {
    for (let waited = 0; waited < JOIN_MS; waited += JOIN_EVERY_MS) {
      const press = await presses.find(pressKey);
      if (press?.state === 'accepted' && press.subscriptionId) return await answerFor(press.subscriptionId, transactionId, pressKey);
      if (!press || press.state === 'failed') return refuse('interrupted');
      if (isAbandoned(press)) {
        await presses.fail(pressKey);
        return refuse('interrupted');
      }
      await new Promise((resolve) => setTimeout(resolve, JOIN_EVERY_MS));
    }
    // It is still being worked on, so nobody may say that nothing will be taken: the page asks again.
    return refuse('payment_pending');
  };

  /** Whether the number is the caller's: by enrichment, else by a code. */
  const prove = async (input: AcceptInput): Promise<{ proof: 'otp' | 'header_enrichment' } | { refusal: OtpRefusal }> => {
    if (await proofs.isProven({ ...input, token: input.heToken })) return { proof: 'header_enrichment' };
    if (input.otp === undefined) return { refusal: 'otp_missing' };
    const verdict = await otp.prove({ ...input, code: input.otp });
    return verdict === 'proven' ? { proof: 'otp' } : { refusal: OTP_REFUSALS[verdict] };
  };

  /** A number that has a subscription: it proves itself and is in; nothing is charged, and another package is no second subscription. */
  const signIn = async (input: AcceptInput, running: SubscriptionRow, pressKey: string): Promise<Accepted> => {
    const proven = await prove(input);
    if ('refusal' in proven) return refuse(proven.refusal);
    await presses.accept(pressKey, running.id);
    return succeed('signed_in', running);
  };

  /** Whether the number's owner has blocked content services; an explicit override is not asked about. */
  const isLocked = async (input: AcceptInput): Promise<boolean> => !input.contentBlockOverride && (await contentLock(input.msisdn)) === 'locked';

  const optIn = async (input: AcceptInput, one: Package, pressKey: string): Promise<Accepted> => {
    const ruling = await fraud.judge({ ...input, token: input.fraudToken });
    if (!ruling.allowed) return refuse('fraud');
    if (await isLocked(input)) return refuse('content_blocked');
    const proven = await prove(input);
    if ('refusal' in proven) return refuse(proven.refusal);
    const begun = await begin({ input, one, proof: proven.proof, verdict: ruling.verdict, pressKey });
    if (!('row' in begun)) return begun;
    if (!begun.charge) {
      wake();
      return succeed('subscribed', begun.row);
    }
    const settlement = await charges.take(begun.charge, input.msisdn);
    if (settlement.state === 'unknown') return refuse('payment_pending');
    return await answerFor(begun.row.id, input.transactionId, pressKey);
  };

  /** Everything that Accept means, in one transaction: subscriber, subscription with its events, consent, intent or welcome. */
  const begin = (accepted: { input: AcceptInput; one: Package; proof: 'otp' | 'header_enrichment'; verdict: FraudVerdict; pressKey: string }) =>
    subscriptions.db.transaction(async (tx): Promise<Accepted | { row: SubscriptionRow; charge: Charge | undefined }> => {
      const { input, one, pressKey } = accepted;
      const within = subscriptions.within(tx);
      const now = clock.now();
      const subscriber = await within.lockSubscriber(input.msisdn, now);
      if (subscriber.blockedAt) return refuse('number_blocked');
      const running = await within.running(subscriber.id);
      if (running) {
        await presses.within(tx).accept(pressKey, running.id);
        return running.status === 'pending' ? refuse('payment_pending') : succeed('signed_in', running);
      }
      const trial = subscriber.trialUsedAt === null;
      // Never charge at once where a free day was shown.
      if (input.freeId !== undefined && !trial) return refuse('terms_changed');
      const decision = decide(undefined, { type: 'start', packageId: one.id, trial, carried: await carriedOf(tx, subscriber, now) }, now);
      if (!decision.ok) throw new Error(`a subscription could not start: ${decision.refusal}`);
      const row = await within.begin({ id: newId(), subscriberId: subscriber.id, transactionId: input.transactionId, events: decision.events });
      await within.insertConsent(consentOf({ ...accepted, row, trial, at: now }));
      await presses.within(tx).accept(pressKey, row.id);
      if (!trial) {
        const [charge] = await charges.intend(tx, [{ subscriptionId: row.id, period: row.period, packageId: one.id }]);
        return { row, charge };
      }
      await within.markTrialUsed(subscriber.id, now);
      const { msisdn } = input;
      await notices.enqueue(tx, [{ msisdn, subscriptionId: row.id, notice: { kind: 'welcome', package: one, trial }, at: now }]);
      const until = row.paidUntil ?? now;
      await notices.scheduleTrialEnd(tx, { msisdn, subscriptionId: row.id, version: row.version, package: one, until, at: now });
      return { row, charge: undefined };
    });

  const consentOf = (consent: {
    input: AcceptInput;
    one: Package;
    row: SubscriptionRow;
    trial: boolean;
    proof: 'otp' | 'header_enrichment';
    verdict: FraudVerdict;
    at: Date;
  }) => {
    const { input, one, row, trial, proof, verdict, at } = consent;
    return {
      id: newId(),
      subscriptionId: row.id,
      msisdn: input.msisdn,
      packageId: one.id,
      words: consentWords({ service: brand.name, package: one, trial, supportNumber: brand.supportNumber }),
      wordsVersion: CONSENT_VERSION,
      price: one.price,
      servicePeriod: one.period,
      trial,
      proof,
      verdict,
      contentBlockOverridden: input.contentBlockOverride,
      address: input.address,
      userAgent: input.userAgent.slice(0, 512),
      transactionId: input.transactionId,
      at,
      retainUntil: null,
    };
  };

  /** One press, worked on once by whoever claims it. */
  const work = async (input: AcceptInput, chosen: Package | undefined, subscriber: Subscriber | undefined, pressKey: string): Promise<Accepted> => {
    const before = await presses.find(pressKey);
    if (before && before.state !== 'failed') return await join(input, pressKey);
    const running = subscriber && (await subscriptions.running(subscriber.id));
    const live = running && isLive(running.status) ? running : undefined;
    if (live && input.signedInAs === live.subscriberId) return inAlready(live, input);
    const one = chosen ?? (running && findPackage(running.packageId));
    if (!one) return refuse('package_missing');
    if (await presses.claim(pressKey, owner, clock.now())) return await join(input, pressKey);
    try {
      const accepted = live ? await signIn(input, live, pressKey) : await optIn(input, one, pressKey);
      if (!accepted.ok) await presses.fail(pressKey);
      // A proof serves what it granted; after a refusal (too little airtime) the same visit may press again.
      // Without a code it was the network's proof that granted this.
      const granted = accepted.ok || accepted.outcome === 'payment_pending';
      if (granted && (input.otp === undefined || input.heToken !== undefined)) await proofs.useUp(input.visitorId, input.transactionId);
      return accepted;
    } catch (error) {
      await presses.fail(pressKey);
      throw error;
    }
  };

  /** What this process works on now: the same press sent twice at the same time gets one answer. */
  const underway = new Map<string, Promise<Accepted>>();

  return async (input: AcceptInput): Promise<Accepted> => {
    const chosen = input.serviceKey === undefined ? undefined : offers.byServiceKey(input.serviceKey);
    if (input.serviceKey !== undefined && !chosen) throw new AppError('unknown_service_key', 'This package is not on offer.');
    await ensureOwner(input.msisdn);
    const subscriber = await subscriptions.subscriberOf(input.msisdn);
    if (subscriber?.blockedAt) return refuse('number_blocked');
    const pressKey = pressKeyOf(key, input);
    const already = underway.get(pressKey);
    if (already) return await already;
    const answer = work(input, chosen, subscriber, pressKey).finally(() => underway.delete(pressKey));
    underway.set(pressKey, answer);
    return await answer;
  };
}

/** The same for a press that is sent again, another for every new one: a new code or a new kit makes a new press. */
function pressKeyOf(key: Buffer, { transactionId, msisdn, visitorId, fraudToken, otp, serviceKey }: AcceptInput): string {
  return keyedHash(key, transactionId, msisdn, visitorId, fraudToken ?? '', otp ?? '', serviceKey ?? '');
}

export type Accept = ReturnType<typeof createAccept>;

function wordsOf(outcome: Refusal, brand: ServiceBrand): string {
  switch (outcome) {
    case 'otp_missing':
    case 'otp_invalid':
    case 'otp_expired':
    case 'otp_attempts_used_up':
    case 'otp_unavailable':
      return OTP_WORDS[outcome];
    case 'package_missing':
      return 'Selected Package missing, please try subscribing again';
    case 'content_blocked':
      return 'Consent services are blocked for this number. Accept the unblock first to go on.';
    case 'number_blocked':
      return blockedDescription(brand);
    case 'fraud':
      // Neutral on purpose: who tries to get around it learns nothing, who was judged wrongly is told where to turn.
      return `We could not complete this subscription. Please try again, or call ${brand.supportNumber}.`;
    case 'payment_pending':
      return PAYMENT_BEING_CONFIRMED;
    case 'terms_changed':
      return 'The free first day of this number was used already, so nothing was started. Please choose your package again.';
    case 'interrupted':
      return 'Something interrupted this. Nothing was taken; please press Accept again.';
    case 'carrier_unavailable':
      return CARRIER_SILENT;
    case 'not_taken':
      return NOT_TAKEN;
    default:
      return DENIAL_WORDS[outcome];
  }
}
