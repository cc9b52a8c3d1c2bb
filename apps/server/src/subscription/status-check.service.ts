import { activeDescription, otpMessage } from '@bonisa/domain/consent';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { findPackage, type Package } from '@bonisa/domain/package-catalogue';
import { isLive } from '@bonisa/domain/subscription';
import type { AskContentLock } from '../carrier/content-lock.ts';
import type { OtpService } from '../identity/otp.service.ts';
import type { ProofService } from '../identity/proof.service.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { Offer, Offers, ServiceBrand } from './offers.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';

export interface StatusCheckInput {
  readonly transactionId: string;
  readonly visitorId: string;
  readonly address: string;
  readonly msisdn: Msisdn;
  readonly heToken: string | undefined;
  readonly serviceKey: string | undefined;
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
  /** No answer counts as not locked. */
  readonly contentLock: AskContentLock;
  readonly offers: Offers;
  readonly brand: ServiceBrand;
  /** Sees to it that what is known of a number is its present owner's. Throws `carrier_unavailable`. */
  readonly ensureOwner: (msisdn: Msisdn) => Promise<void>;
  /** Throws where this number was asked about too often. */
  readonly limitLooks: (msisdn: Msisdn) => Promise<void>;
}

/** What a number holds, as far as it must be told before it is proven. */
interface Standing {
  readonly code: StatusCheck['code'];
  readonly held: Package | undefined;
  readonly trial: boolean;
}

/**
 * Row A9 and the seams: what a number may subscribe to. With a service key, and where the number is not proven yet, it also
 * has the carrier send the OTP. It tells trial and ACTIVE before proof, and nothing more.
 */
export function createStatusCheck(dependencies: StatusCheckDependencies) {
  const { subscriptions, otp, proofs, contentLock, offers, brand, ensureOwner, limitLooks } = dependencies;

  const standingOf = async (msisdn: Msisdn): Promise<Standing> => {
    const subscriber = await subscriptions.subscriberOf(msisdn);
    if (!subscriber) {
      const left = await subscriptions.forgotten(msisdn);
      return left?.blockedAt ? { code: 'BLOCKED', held: undefined, trial: false } : { code: 'NEW', held: undefined, trial: !left?.trialUsedAt };
    }
    if (subscriber.blockedAt) return { code: 'BLOCKED', held: undefined, trial: false };
    const running = await subscriptions.running(subscriber.id);
    if (running && isLive(running.status)) return { code: 'ACTIVE', held: findPackage(running.packageId), trial: false };
    return { code: 'NEW', held: undefined, trial: subscriber.trialUsedAt === null };
  };

  return async (input: StatusCheckInput): Promise<StatusCheck> => {
    const chosen = input.serviceKey === undefined ? undefined : offers.byServiceKey(input.serviceKey);
    if (input.serviceKey !== undefined && !chosen) throw new AppError('unknown_service_key', 'This package is not on offer.');
    // Asking for a code has a stricter limit of its own.
    if (!chosen) await limitLooks(input.msisdn);
    await ensureOwner(input.msisdn);
    const standing = await standingOf(input.msisdn);
    const proven = await proofs.isProven({ ...input, token: input.heToken });
    const base = { hasFreeTrial: standing.trial, number_proven: proven, otp_sent: false, contentBlockStatus: false };
    if (standing.code === 'BLOCKED') return { ...base, code: 'BLOCKED', description: blockedDescription(brand), packages: [] };
    // A number that subscribed already is only signed in: nothing will be charged that a content block could stand against.
    const contentBlockStatus = standing.code === 'NEW' && (await contentLock(input.msisdn)) === 'locked';
    const sends = chosen !== undefined && !proven;
    if (sends) await otp.send({ ...input, message: otpMessage(brand.name, standing.code === 'NEW' ? chosen : undefined) });
    const told = { ...base, contentBlockStatus, otp_sent: sends, code: standing.code };
    if (standing.code === 'ACTIVE' && standing.held) {
      const held = standing.held;
      return { ...told, description: activeDescription(input.msisdn, brand.name, held), packages: [offers.offer(held, false)] };
    }
    return { ...told, description: sends ? 'We have sent you an OTP.' : 'Choose your package.', packages: offers.all(standing.trial) };
  };
}

export type CheckStatus = ReturnType<typeof createStatusCheck>;

/** What a number is told that has asked its network or us never to be subscribed. */
export function blockedDescription(brand: ServiceBrand): string {
  return `This number has blocked content services. To change that, call ${brand.supportNumber}.`;
}
