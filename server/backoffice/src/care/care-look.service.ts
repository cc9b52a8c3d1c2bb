import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { inWords } from '@bonisa/kit/http/limits';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { SubscriptionService } from '@bonisa/money/subscription/subscription.service';
import type { NumberRepository } from '@bonisa/people/numbers/number.repository';
import type { CareRepository } from './care.repository.ts';
import type { NumberHandles } from './number-handle.ts';
import type { NumberRecords, NumberRecordsReader } from './number-records.service.ts';
import { type CareSummary, summaryOf } from './summary.ts';

const WINDOW_MS = 60 * 60_000;
/** As much of a one-way mark as names a number that has no subscriber. */
const MARK_CHARACTERS = 24;

/** Who looks: the person or key, and the session for which alone a handle counts. */
export interface Holder {
  readonly actorId: string;
  readonly holder: string;
}

/** The number to find, and why. */
export interface LookRequest {
  readonly msisdn: Msisdn;
  readonly reason: string;
  /** What led to the number, for the audit. */
  readonly details?: Readonly<Record<string, string>> | undefined;
}

/** A number that somebody looks at. */
export interface OpenNumber {
  readonly msisdn: Msisdn;
  /** The reason given when the number was found. */
  readonly reason: string;
  /** As the audit names it: an id or a mark, never the number. */
  readonly subject: string;
}

export interface Found {
  readonly handle: string;
  readonly expires_at: string;
  readonly looks_left: number;
  readonly looks_again_at: string;
  readonly summary: CareSummary;
}

export interface CareLookDependencies {
  readonly records: NumberRecordsReader;
  readonly numbers: Pick<NumberRepository, 'subscriberOf' | 'namesOf'>;
  readonly service: Pick<SubscriptionService, 'currentOf' | 'entitlementOf'>;
  readonly handles: NumberHandles;
  readonly care: Pick<CareRepository, 'count'>;
  readonly clock: Clock;
  /** How many numbers a person may look at in an hour. */
  readonly looksAnHour: number;
}

export type CareLook = ReturnType<typeof createCareLook>;

/** Looking at numbers: limited by person, each look in the audit with its reason. */
export function createCareLook(dependencies: CareLookDependencies) {
  const { records, numbers, service, handles, care, clock, looksAnHour } = dependencies;

  const subjectOf = async (msisdn: Msisdn): Promise<string> => {
    const subscriber = await numbers.subscriberOf(msisdn);
    if (subscriber) return `subscriber:${subscriber.id}`;
    const mark = numbers.namesOf(msisdn).forgotten.replace('forgotten-', '');
    return `number:${mark.slice(0, MARK_CHARACTERS)}`;
  };

  const summarise = async (all: NumberRecords): Promise<CareSummary> => {
    const id = all.subscriber?.id;
    const [current, rights] =
      id === undefined
        ? [undefined, undefined]
        : await Promise.all([service.currentOf(id), service.entitlementOf(id)]);
    const servedNow = rights?.entitled === true;
    // Of a number whose data was removed only the evidence is left.
    const newest = all.subscriptions.toSorted(
      (one, other) => other.startedAt.getTime() - one.startedAt.getTime(),
    )[0];
    return summaryOf(all, { current: current ?? newest, servedNow, now: clock.now() });
  };

  const takeLook = async ({ actorId }: Holder) => {
    const now = clock.now();
    const { count, windowStart } = await care.count(`look ${actorId}`, now, WINDOW_MS);
    const again = new Date(windowStart.getTime() + WINDOW_MS);
    if (count > looksAnHour) {
      const seconds = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000));
      throw new AppError(
        'too_many_requests',
        `You have looked at ${looksAnHour} numbers within an hour. The next look is possible in ${inWords(seconds)}.`,
        { retryAfter: seconds },
      );
    }
    return { looks_left: looksAnHour - count, looks_again_at: again.toISOString() };
  };

  return {
    /** Finds a number: counts the look and writes it into the audit before anything is shown. */
    find: async (
      { msisdn, reason, details }: LookRequest,
      holder: Holder,
      audit: RequestAudit,
    ): Promise<Found> => {
      const looks = await takeLook(holder);
      await audit.record({ subject: await subjectOf(msisdn), reason, details });
      const { handle, expiresAt } = handles.issue({ msisdn, reason }, holder.holder);
      const summary = await summarise(await records.all(msisdn));
      return { handle, expires_at: expiresAt.toISOString(), ...looks, summary };
    },

    /** The number of a handle. Throws `handle_invalid`. */
    open: async (handle: string, { holder }: Holder): Promise<OpenNumber> => {
      const { msisdn, reason } = handles.read(handle, holder);
      return { msisdn, reason, subject: await subjectOf(msisdn) };
    },

    records: records.all,
    chargeOf: records.chargeOf,
    summarise,
    summary: async (msisdn: Msisdn): Promise<CareSummary> => summarise(await records.all(msisdn)),
  };
}
