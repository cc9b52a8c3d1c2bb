import type { Cents } from '@bonisa/domain/money/rand';
import { noticeTime } from '@bonisa/domain/notices/notice-time';
import { nextReminder } from '@bonisa/domain/notices/reminder';
import type { Package, PackageId } from '@bonisa/domain/packages/package-catalogue';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { PackagePrice } from '@bonisa/domain/subscription/agreed-price';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { NoticeDraft, Notices } from './notices.ts';

/** Subscriptions in one transaction: a million subscribers are about thirty transactions a day. */
const BATCH = 1000;

/** A subscription whose subscriber is due a reminder. */
export interface DueReminder {
  readonly id: string;
  /** What is charged next, as the subscriber agreed. */
  readonly charged: PackagePrice;
  readonly remindAt: Date;
  /** `null` if the owner's data was removed. */
  readonly msisdn: string | null;
}

/** Tells reminders which subscriptions are due one. */
export interface ReminderSource {
  readonly db: Database;
  readonly within: (tx: Database) => {
    /** Locks some that are due, skipping rows that another process has locked. */
    readonly claim: (now: Date, limit: number) => Promise<readonly DueReminder[]>;
    /** Writes when locked subscriptions are due next. */
    readonly move: (
      next: readonly { readonly id: string; readonly remindAt: Date }[],
    ) => Promise<void>;
  };
  readonly nextDue: () => Promise<Date | null>;
}

export type PackageAt = (packageId: PackageId, price: Cents) => Package;

export interface ReminderDependencies {
  readonly source: ReminderSource;
  readonly notices: Notices;
  /** A package at the price that somebody agreed to. */
  readonly packageAt: PackageAt;
  readonly clock: Clock;
}

/**
 * Reminds each subscriber of the price and how to stop, once in each calendar month (WASPA 15). The
 * message and the next time are written together, so that a crash neither omits nor repeats a
 * reminder; the key of subscription and month guarantees it too. A reminder names the package that
 * is charged next.
 */
export function createReminders({
  source,
  notices,
  packageAt,
  clock,
}: ReminderDependencies): ScheduledJob {
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
          due.flatMap((reminder) => reminderOf(reminder, now, packageAt)),
        );
        await within.move(
          due.map((reminder) => ({
            id: reminder.id,
            remindAt: nextReminder(reminder.remindAt, deliveryTimeOf(reminder, now)),
          })),
        );
        return due.length;
      }),
  };
}

/** At night it waits for the morning, which may be in another month. */
function deliveryTimeOf({ id, msisdn }: DueReminder, now: Date): Date {
  return noticeTime('reminder', now, msisdn ?? id);
}

function reminderOf(reminder: DueReminder, now: Date, packageAt: PackageAt): NoticeDraft[] {
  const { id, msisdn } = reminder;
  const charged = packageAt(reminder.charged.packageId, reminder.charged.price);
  // A removed subscriber's subscription has ended; without a number no message can be sent.
  if (msisdn === null) return [];
  const onceKey = `reminder ${id} ${monthOf(deliveryTimeOf(reminder, now))}`;
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
