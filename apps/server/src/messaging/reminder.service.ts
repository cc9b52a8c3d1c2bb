import { noticeTime } from '@bonisa/domain/notice-time';
import { findPackage } from '@bonisa/domain/package-catalogue';
import { nextReminder } from '@bonisa/domain/reminder';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { NoticeDraft, Notices } from './notices.ts';

/** One transaction for so many: a million subscribers are some thirty of them a day. */
const BATCH = 1000;

/** A subscription whose subscriber is due a reminder. */
export interface DueReminder {
  readonly id: string;
  readonly packageId: string;
  /** The package of the next period, where that is another one. */
  readonly nextPackageId: string | null;
  readonly remindAt: Date;
  /** `null` where the owner's data was removed. */
  readonly msisdn: string | null;
}

/** Where reminders learn which subscriptions are due one. */
export interface ReminderSource {
  readonly db: Database;
  readonly within: (tx: Database) => {
    /** Locks some of those due, skipping rows that another process holds. */
    readonly claim: (now: Date, limit: number) => Promise<readonly DueReminder[]>;
    /** Writes when locked ones are due next. */
    readonly move: (
      next: readonly { readonly id: string; readonly remindAt: Date }[],
    ) => Promise<void>;
  };
  readonly nextDue: () => Promise<Date | null>;
}

export interface ReminderDependencies {
  readonly source: ReminderSource;
  readonly notices: Notices;
  readonly clock: Clock;
}

/**
 * Tells whoever is subscribed the price and how to stop, once in each calendar month (WASPA 15).
 * The message and the next time are written together, so that a crash neither leaves one out nor
 * tells it twice; the key of subscription and month holds that too. The package that is to be
 * charged next is named.
 */
export function createReminders({ source, notices, clock }: ReminderDependencies): ScheduledJob {
  return {
    name: 'reminders',
    nextDue: () => source.nextDue(),
    run: () =>
      source.db.transaction(async (tx) => {
        const now = clock.now();
        const within = source.within(tx);
        const due = await within.claim(now, BATCH);
        await notices.enqueue(
          tx,
          due.flatMap((one) => reminderOf(one, now)),
        );
        await within.move(
          due.map((one) => ({
            id: one.id,
            remindAt: nextReminder(one.remindAt, deliveryTimeOf(one, now)),
          })),
        );
        return due.length;
      }),
  };
}

/** By night it waits for the morning, which may be another month's. */
function deliveryTimeOf({ id, msisdn }: DueReminder, now: Date): Date {
  return noticeTime('reminder', now, msisdn ?? id);
}

function reminderOf(one: DueReminder, now: Date): NoticeDraft[] {
  const { id, msisdn } = one;
  const charged = findPackage(one.nextPackageId ?? one.packageId);
  if (!charged) throw new Error('a package that is not in the catalogue');
  // Whose owner had everything removed has ended; should it not have, there is nobody to be told.
  if (msisdn === null) return [];
  const onceKey = `reminder ${id} ${monthOf(deliveryTimeOf(one, now))}`;
  return [
    {
      msisdn,
      subscriptionId: id,
      notice: { kind: 'reminder', package: charged },
      at: now,
      onceKey,
    },
  ];
}
