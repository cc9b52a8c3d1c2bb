import type { AskContentLock } from '@bonisa/carriers/content-lock';
import { activeDescription, otpMessage } from '@bonisa/domain/consent/consent';
import type { Language } from '@bonisa/domain/languages';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import { isLive } from '@bonisa/domain/subscription/subscription';
import { AppError } from '@bonisa/kit/http/app-error';
import type { OtpService } from '@bonisa/people/identity/otp.service';
import type { ProofService } from '@bonisa/people/identity/proof.service';
import type { LimitStatusChecks } from '@bonisa/people/identity/status-check-limit';
import type { NumberRecord } from '@bonisa/people/numbers/number.repository';
import type { SoldPackage } from '../packages/sold-packages.ts';
import {
  blockedDescription,
  type Offer,
  type Offers,
  type ServiceBrand,
} from '../subscription/offers.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { NOT_ON_OFFER, OPENS_SOON, SIGNUPS_CLOSED } from './accept.refusals.ts';
import type { Grants } from './grants.ts';

export interface StatusCheckInput {
  readonly transactionId: string;
  readonly visitorId: string;
  readonly address: string;
  readonly msisdn: Msisdn;
  /** The subscriber who is signed in here already, if any. */
  readonly signedInAs: number | undefined;
  readonly heToken: string | undefined;
  readonly serviceKey: string | undefined;
  /** Send no OTP if the number's content lock is to be removed first (rows F3, S4). */
  readonly unblockFirst: boolean;
  /** The language of the words around Accept. */
  readonly language: Language;
}

export interface StatusCheck {
  readonly code: 'NEW' | 'ACTIVE' | 'BLOCKED';
  readonly description: string;
  readonly packages: Offer[];
  readonly hasFreeTrial: boolean;
  readonly contentBlockStatus: boolean;
  readonly otp_sent: boolean;
  readonly number_proven: boolean;
}

export interface StatusCheckDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly otp: OtpService;
  readonly proofs: ProofService;
  /** No answer counts as unlocked. */
  readonly contentLock: AskContentLock;
  /** The number's carrier, if it takes new subscriptions. */
  readonly signupCarrier: (msisdn: Msisdn) => Promise<string | undefined>;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
  /**
   * Makes sure that our data of a number is its present owner's. Throws `carrier_unavailable`.
   * @returns what is known of the present owner.
   */
  readonly ensureOwner: (msisdn: Msisdn) => Promise<NumberRecord>;
  /** Whether there is something to watch. */
  readonly isOpenForSale: () => Promise<boolean>;
  readonly grants: Grants;
  /** Throws if this number, visit or network has asked too often. */
  readonly limitStatusChecks: LimitStatusChecks;
}

/** The facts about a number that may be revealed before it is proven. */
interface Standing {
  readonly code: StatusCheck['code'];
  readonly held: Package | undefined;
  readonly trial: boolean;
}

/**
 * Row A9: what a number may subscribe to. With a service key, and if the number is not proven yet,
 * it also has the carrier send the OTP. Before the proof it reveals trial and ACTIVE and nothing
 * more. It reveals the content lock only with the OTP of a chosen package, which is limited like
 * every OTP, or once the number is proven.
 */
export function createStatusCheck(dependencies: StatusCheckDependencies) {
  const {
    subscriptions,
    otp,
    proofs,
    contentLock,
    signupCarrier,
    offers,
    brand,
    ensureOwner,
    isOpenForSale,
    grants,
    limitStatusChecks,
  } = dependencies;

  const standingOf = async ({ subscriber, forgotten }: NumberRecord): Promise<Standing> => {
    if (!subscriber) {
      const code = forgotten?.blockedAt ? 'BLOCKED' : 'NEW';
      return { code, held: undefined, trial: code === 'NEW' && !forgotten?.trialUsedAt };
    }
    if (subscriber.blockedAt) return { code: 'BLOCKED', held: undefined, trial: false };
    const running = await subscriptions.running(subscriber.id);
    if (running && isLive(running.status))
      return {
        code: 'ACTIVE',
        held: offers.atPrice(running.packageId, running.price),
        trial: false,
      };
    return { code: 'NEW', held: undefined, trial: subscriber.trialUsedAt === null };
  };

  const isSignedIn = async ({ msisdn, signedInAs }: StatusCheckInput): Promise<boolean> =>
    signedInAs !== undefined &&
    (await subscriptions.numbers.subscriber(signedInAs))?.msisdn === msisdn;

  /**
   * `byOwner`: from a device that is signed in with the number, or a visit with header enrichment.
   */
  const proofOf = async (
    input: StatusCheckInput,
  ): Promise<{ proven: boolean; byOwner: boolean }> => {
    const [{ proof, vouched }, signedIn] = await Promise.all([
      proofs.inVisit({ ...input, token: input.heToken }),
      isSignedIn(input),
    ]);
    const proven = proof !== undefined && (await grants.of(proof.grantedSubscriptionId)) === 'free';
    return { proven, byOwner: signedIn || vouched };
  };

  const isLocked = async (msisdn: Msisdn): Promise<boolean> =>
    (await contentLock(msisdn)) === 'locked';

  /**
   * Has the OTP sent, and returns whether the content lock stops the package; only then is the lock
   * asked for.
   */
  const send = async (
    input: StatusCheckInput,
    { code, trial }: Standing,
    chosen: SoldPackage,
    byOwner: boolean,
  ) => {
    const isOptIn = code === 'NEW';
    const freeDay = trial && chosen.trialDays > 0;
    const purpose = isOptIn
      ? ({
          purpose: 'opt_in',
          packageId: chosen.id,
          priceCents: chosen.price,
          freeDay,
        } as const)
      : ({ purpose: 'sign_in' } as const);
    const challenge = await otp.reserve({ ...input, byOwner, purpose });
    // A number that is subscribed already is only signed in: it is charged nothing that a content
    // block could stop.
    const locked = isOptIn && (await isLocked(input.msisdn));
    if (locked && input.unblockFirst) {
      await otp.hold(challenge);
      return { otp_sent: false, contentBlockStatus: true };
    }
    await otp.deliver(
      challenge,
      otpMessage(brand.name, isOptIn ? { package: chosen, freeDay } : undefined, input.language),
    );
    return { otp_sent: true, contentBlockStatus: locked };
  };

  return async (input: StatusCheckInput): Promise<StatusCheck> => {
    const chosen =
      input.serviceKey === undefined ? undefined : offers.byServiceKey(input.serviceKey);
    if (input.serviceKey !== undefined && !chosen)
      throw new AppError('unknown_service_key', NOT_ON_OFFER);
    await otp.ensureTransaction(input);
    const { proven, byOwner } = await proofOf(input);
    // Requests for a code have their own stricter limits; what sends none counts as a status check.
    const countNoCode = async (): Promise<void> => {
      if (chosen && !proven) await limitStatusChecks({ ...input, byOwner });
    };
    if (!chosen || proven) await limitStatusChecks({ ...input, byOwner });
    const standing = await standingOf(await ensureOwner(input.msisdn));
    if (standing.code === 'NEW' && !(await isOpenForSale())) {
      await countNoCode();
      throw new AppError('opens_soon', OPENS_SOON);
    }
    const carrierId = standing.code === 'NEW' ? await signupCarrier(input.msisdn) : undefined;
    const sellsNothing =
      standing.code === 'NEW' &&
      (carrierId === undefined || offers.sold.offered(carrierId).length === 0);
    if (sellsNothing) {
      await countNoCode();
      throw new AppError('signups_closed', SIGNUPS_CLOSED);
    }
    // A holder signs in with the key of the held package, also when it is no longer offered.
    if (standing.code === 'NEW' && chosen && !offers.sold.isOffered(chosen.id)) {
      await countNoCode();
      throw new AppError('unknown_service_key', NOT_ON_OFFER);
    }
    const reply = {
      code: standing.code,
      hasFreeTrial: offers.givesTrial(standing.trial, carrierId),
      number_proven: proven,
      otp_sent: false,
      contentBlockStatus: false,
    };
    if (standing.code === 'BLOCKED') {
      await countNoCode();
      return { ...reply, description: blockedDescription(brand), packages: [] };
    }
    const more =
      chosen && !proven
        ? await send(input, standing, chosen, byOwner)
        : {
            otp_sent: false,
            contentBlockStatus: proven && standing.code === 'NEW' && (await isLocked(input.msisdn)),
          };
    if (standing.code === 'ACTIVE' && standing.held) {
      const description = activeDescription(input.msisdn, brand.name, standing.held);
      return {
        ...reply,
        ...more,
        description,
        packages: [offers.offer(standing.held, false, input.language)],
      };
    }
    return {
      ...reply,
      ...more,
      description: more.otp_sent ? 'We have sent you an OTP.' : 'Choose your package.',
      packages: offers.all(standing.trial, { language: input.language, carrierId }),
    };
  };
}
