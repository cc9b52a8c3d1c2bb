import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { findPackage, PACKAGES, type Package } from '@bonisa/domain/packages/package-catalogue';
import { count, type Tally } from './crash-injector.ts';
import type { Driver } from './driver.ts';
import { DAY_MS, type Handsets, MINUTE_MS } from './handsets.ts';
import { type Agreement, endAgreements, type Person, type Press } from './person.ts';
import type { Random } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

export interface SubscriberActionsParts {
  readonly randomFor: (person: Person, what: string, turn: number) => Random;
  readonly clock: VirtualClock;
  readonly handsets: Handsets;
  readonly driver: Driver;
  readonly done: Tally;
  readonly schedule: (at: number, name: string, run: () => Promise<void>) => void;
  /** The last charge of a number that was not refunded in full, which an agent can refund. */
  readonly lastPaid: (msisdn: Msisdn) => Promise<{ reference: string; left: number } | undefined>;
}

export type SubscriberActions = ReturnType<typeof createSubscriberActions>;

/** Outcomes after which a person who wants to subscribe tries again. */
const TRIED_AGAIN: readonly string[] = [
  'later',
  'interrupted',
  'otp_expired',
  'otp_unavailable',
  'otp_attempts_used_up',
  'not_asked',
  'carrier_unavailable',
  'not_taken',
];
const MOST_TRIES = 5;
/** Presses whose payment is pending are sent so often. */
const MOST_PENDING_TRIES = 4;

/**
 * What a subscriber does with the product. The person remembers what they agreed to and what the
 * product confirmed; the invariants compare the product's records with it.
 */
export function createSubscriberActions(parts: SubscriberActionsParts) {
  const { randomFor, clock, handsets, driver, done, schedule, lastPaid } = parts;
  let messages = 0;

  const agree = (person: Person, one: Package): Agreement => {
    const agreement = { from: clock.at(), packageId: one.id, price: one.price, until: null };
    person.agreements.push(agreement);
    person.nudges.push(clock.at());
    return agreement;
  };

  /** Presses Accept for a package of the person's choice. */
  const pressAccept = (person: Person): void => {
    const turn = ++person.presses;
    const random = randomFor(person, 'press', turn);
    const [daily, weekly, monthly] = PACKAGES as readonly [Package, Package, Package];
    const chosen = random.pick([daily, daily, daily, weekly, monthly]);
    const asked: Press = {
      transactionId: `run ${person.index} ${person.owner} ${turn}`,
      msisdn: person.msisdn,
      packageId: chosen.id,
    };
    const agreement = agree(person, chosen);
    person.subscribed = true;
    person.pressed = asked;
    schedule(clock.at(), 'a press', () => sendPress(person, asked, agreement, 1));
  };

  /**
   * Sends a press. Sends the same press again after a crash, after a lost answer and while the
   * payment is pending.
   */
  const sendPress = async (
    person: Person,
    asked: Press,
    agreement: Agreement,
    tries: number,
  ): Promise<void> => {
    const again = (minutes: number): void =>
      schedule(clock.at() + Math.round(minutes * MINUTE_MS), 'a press again', () =>
        sendPress(person, asked, agreement, tries + 1),
      );
    // A person who presses agrees, even after an earlier refusal.
    agreement.until = null;
    const { ok, outcome } = await driver.accept(asked);
    count(done, `press: ${outcome}`);
    if (ok) {
      // A subscriber is only signed in, which is no agreement to another package.
      if (outcome === 'signed_in' && tries === 1) agreement.until = agreement.from;
      return;
    }
    if (outcome === 'payment_pending')
      return tries < MOST_PENDING_TRIES
        ? again(randomFor(person, 'pending', tries).between(1, 30))
        : undefined;
    if (tries < MOST_TRIES && TRIED_AGAIN.includes(outcome)) {
      // Only an interrupted press can use its code again.
      if (outcome !== 'interrupted') delete asked.otp;
      return again(randomFor(person, 'again', tries).between(2, 60));
    }
    agreement.until ??= clock.at();
    person.subscribed = false;
  };

  const sendMessage = async (person: Person, text: string): Promise<boolean> =>
    await driver.message(`message ${++messages}`, person.msisdn, text, clock.now());

  /** The person was told that the subscription, or with `all` every opt-in, has ended. */
  const confirmStop = (person: Person, all: boolean): void => {
    endAgreements(person, clock.at());
    person.stops.push({ at: clock.at(), all });
    if (all) person.blocked = true;
  };

  return {
    pressAccept,

    /** Sends an earlier press once more, as a person who agrees to it; does not try it again. */
    repeatPress: async (person: Person, asked: Press): Promise<void> => {
      const one = findPackage(asked.packageId);
      if (!one) return;
      const agreement = agree(person, one);
      person.subscribed = true;
      await sendPress(person, asked, agreement, MOST_TRIES);
    },

    askForHelp: async (person: Person): Promise<void> => void (await sendMessage(person, 'help')),

    /**
     * Sends STOP, or STOP ALL. The carrier delivers the message until the product takes it; the
     * person counts it as sent only then.
     */
    sendStop: async (person: Person, all: boolean): Promise<void> => {
      count(done, all ? 'STOP ALL' : 'STOP');
      const id = `message ${++messages}`;
      const text = all ? 'STOP ALL' : 'Stop';
      const deliver = async (): Promise<void> => {
        if (!(await driver.message(id, person.msisdn, text, clock.now())))
          return schedule(clock.at() + MINUTE_MS, 'a message', deliver);
        confirmStop(person, all);
      };
      await deliver();
    },

    cancel: async (person: Person): Promise<void> => {
      count(done, 'cancel');
      await driver.cancel(person.msisdn);
      confirmStop(person, false);
    },

    changePackage: async (person: Person, turn: number): Promise<void> => {
      const one = randomFor(person, 'package', turn).pick(PACKAGES);
      count(done, 'change of package');
      const agreement = agree(person, one);
      if (!(await driver.changePackage(person.msisdn, one.id))) agreement.until = agreement.from;
    },

    /** An agent refunds all or a part of the last charge. */
    requestRefund: async (person: Person, turn: number): Promise<void> => {
      const paid = await lastPaid(person.msisdn);
      if (!paid || paid.left < 2) return;
      count(done, 'refund by an agent');
      const random = randomFor(person, 'refund', turn);
      await driver.refund(
        paid.reference,
        random.chance(0.5) ? undefined : random.whole(1, paid.left - 1),
      );
    },

    requestRemoval: async (person: Person): Promise<void> => {
      count(done, 'has everything removed');
      if (!(await driver.forget(person.msisdn))) return;
      person.forgottenAt.push(clock.at());
      confirmStop(person, false);
    },

    /** The carrier blocks content services of the number for some days. */
    blockContent: async (person: Person, random: Pick<Random, 'between'>): Promise<void> => {
      count(done, 'content block');
      handsets.lock(person.msisdn, true);
      const ends = clock.at() + Math.round(random.between(1, 10) * DAY_MS);
      schedule(ends, 'a content block ends', async () => handsets.lock(person.msisdn, false));
    },
  };
}
