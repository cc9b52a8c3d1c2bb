import { createHash } from 'node:crypto';
import { formatRand } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { findPackage, type PackageId } from '@bonisa/domain/packages/package-catalogue';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Accepted } from '@bonisa/money/signup/accept.types';
import type { Notification } from './carrier-notices.ts';
import type { Population, Press } from './person.ts';
import type { RunningProduct } from './running-product.ts';
import type { SeededCarrier } from './seeded-carrier.ts';

export type PressOutcome =
  | Accepted
  | { readonly ok: false; readonly outcome: 'later'; readonly description: string };

/**
 * The ways in that people, the carrier and agents have; each goes to the services that the site and
 * the operations listener hand it to.
 */
export interface Driver {
  /** Asks for a code first where the press has none. */
  accept(press: Press): Promise<PressOutcome>;
  /** Has a code sent for a press. Answers whether it was. */
  askForCode(press: Press): Promise<boolean>;
  /** Answers whether it was taken: the carrier brings again what was not. */
  message(id: string, from: Msisdn, text: string, at: Date): Promise<boolean>;
  topUp(id: string, msisdn: Msisdn, amountCents: number, at: Date): Promise<boolean>;
  notify(notification: Notification): Promise<boolean>;
  cancel(msisdn: Msisdn): Promise<void>;
  /** Answers whether the change was written. */
  changePackage(msisdn: Msisdn, packageId: PackageId): Promise<boolean>;
  entitled(msisdn: Msisdn): Promise<boolean>;
  refund(reference: string, amount: number | undefined): Promise<void>;
  forget(msisdn: Msisdn): Promise<boolean>;
}

const ADDRESS = '127.0.0.1';

/** `current`: the product as it runs now; it is another one after each crash. */
export function createDriver({
  current,
  carrier,
  population,
}: {
  current: () => RunningProduct;
  carrier: Pick<SeededCarrier, 'codeOf'>;
  population: Pick<Population, 'forgetNumber' | 'wasForgotten'>;
}): Driver {
  const serviceKeyOf = (packageId: PackageId): string =>
    current().app.packages.sold.shownKey(packageId, findPackage(packageId)?.price ?? 0);
  const originOf = ({ msisdn, transactionId, visitorId, address }: Press) => ({
    visitorId: visitorId ?? `visitor ${msisdn}`,
    // A carrier's network gives a phone another address each time.
    address: address ?? addressFor(transactionId),
  });
  const subscriberIdOf = async (msisdn: Msisdn): Promise<number | undefined> =>
    (await current().app.subscription.repository.numbers.subscriberOf(msisdn))?.id;

  const askForCode = async (press: Press): Promise<boolean> => {
    const { transactionId, msisdn, packageId } = press;
    const common = {
      transactionId,
      ...originOf(press),
      msisdn,
      heToken: undefined,
      signedInAs: undefined,
    };
    const checked = await current().app.signup.checkStatus({
      ...common,
      serviceKey: serviceKeyOf(packageId),
      unblockFirst: false,
      language: 'en',
    });
    if (!checked.otp_sent) return false;
    press.otp = carrier.codeOf(msisdn);
    return true;
  };

  return {
    accept: async (press) => {
      const { transactionId, msisdn, packageId } = press;
      try {
        if (press.otp === undefined && !(await askForCode(press)))
          return tryLater('no code was sent');
        return await current().app.signup.accept({
          transactionId,
          ...originOf(press),
          signedInAs: undefined,
          msisdn,
          heToken: undefined,
          serviceKey: serviceKeyOf(packageId),
          freeId: undefined,
          price: undefined,
          otp: press.otp,
          fraudToken: press.kit,
          contentBlockOverride: false,
          language: 'en',
          userAgent: 'simulation',
        });
      } catch (error) {
        if (error instanceof AppError) return tryLater(error.message);
        throw error;
      }
    },
    askForCode: (press) =>
      unlessRefused(() => askForCode(press)).then((sent) => sent && press.otp !== undefined),
    message: (id, from, text, at) =>
      current().post('/messages', { id, at: at.toISOString(), from: `+${from}`, text }),
    topUp: (id, msisdn, amountCents, at) =>
      current().post('/top-ups', {
        id,
        at: at.toISOString(),
        phoneNumber: `+${msisdn}`,
        amount: formatRand(amountCents),
      }),
    notify: ({ token, event }) => current().post('/events', event, token),
    cancel: async (msisdn) => {
      const id = await subscriberIdOf(msisdn);
      if (id !== undefined) await current().app.subscription.service.cancel(id, 'subscriber');
    },
    changePackage: async (msisdn, packageId) => {
      const id = await subscriberIdOf(msisdn);
      if (id === undefined || !findPackage(packageId)) return false;
      const { subscription, signup } = current().app;
      const held = await subscription.service.currentOf(id);
      const offered = signup.packageChange.offersFor(held, 'en');
      // As the page names it.
      const shown = offered.find((one) => one.package_id === packageId)?.effect;
      const input = {
        subscriberId: id,
        serviceKey: serviceKeyOf(packageId),
        effect: shown ?? undefined,
        language: 'en' as const,
        address: ADDRESS,
        userAgent: 'simulation',
      };
      return await unlessRefused(() => signup.packageChange.request(input));
    },
    entitled: async (msisdn) => {
      const id = await subscriberIdOf(msisdn);
      return (
        id !== undefined && (await current().app.subscription.service.entitlementOf(id)).entitled
      );
    },
    refund: async (reference, amount) => {
      const asked = {
        reference,
        why: 'asked for by the subscriber',
        ...(amount === undefined ? {} : { amount }),
      };
      await current().app.billing.refundService.request(asked);
    },
    forget: async (msisdn) => {
      const id = await subscriberIdOf(msisdn);
      // Whoever asks again after a crash may find that it was done.
      if (id === undefined) return population.wasForgotten(msisdn);
      population.forgetNumber(id, msisdn);
      return await unlessRefused(() => current().app.owners.removal.remove(id));
    },
  };
}

function tryLater(description: string): PressOutcome {
  return { ok: false, outcome: 'later', description };
}

/** What the product refuses by name is an answer; anything else is a failure. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** An address of its own for each run through the flow. */
function addressFor(transactionId: string): string {
  const bytes = createHash('sha256').update(transactionId).digest();
  return `10.${bytes[0]}.${bytes[1]}.${bytes[2]}`;
}
