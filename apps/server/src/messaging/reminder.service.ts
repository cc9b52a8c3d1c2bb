import { noticeTime } from '@bonisa/domain/notice-time';
import { findPackage } from '@bonisa/domain/package-catalogue';
import { nextReminder } from '@bonisa/domain/reminder';
import { monthOf } from '@bonisa/domain/south-african-time';
import type { Clock } from '../platform/clock.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { DueReminder, ReminderRepository } from '../subscription/reminder.repository.ts';
import type { NoticeDraft, Notices } from './notices.ts';

/** One transaction for so many: a million subscribers are some thirty of them a day. */
const BATCH = 1000;

export interface ReminderDependencies {
  readonly repository: ReminderRepository;
  readonly notices: Notices;
  readonly clock: Clock;
}

/**
 * Tells whoever is subscribed the price and how to stop, once in each calendar month (WASPA 15).
 * The message and the next time are written together, so that a crash neither leaves one out nor
 * tells it twice; the key of subscription and month holds that too. The package that is to be
 * charged next is named.
 */
export function createReminders({
  repository,
  notices,
  clock,
}: ReminderDependencies): ScheduledJob {
  return {
    name: 'reminders',
    nextDue: () => repository.nextDue(),
    run: () =>
      repository.db.transaction(async (tx) => {
        const now = clock.now();
        const within = repository.within(tx);
        const due = await within.claim(now, BATCH);
        await notices.enqueue(
          tx,
          due.flatMap((one) => reminderOf(one, now)),
        );
        await within.move(
          due.map((one) => ({
            id: one.id,
            remindAt: nextReminder(one.remindAt, toldAt(one, now)),
          })),
        );
        return due.length;
      }),
  };
}

/** By night it waits for the morning, which may be another month's. */
function toldAt({ id, msisdn }: DueReminder, now: Date): Date {
  return noticeTime('reminder', now, msisdn ?? id);
}

function reminderOf(one: DueReminder, now: Date): NoticeDraft[] {
  const { id, msisdn } = one;
  const charged = findPackage(one.nextPackageId ?? one.packageId);
  if (!charged) throw new Error('a package that is not in the catalogue');
  // Whose owner had everything removed has ended; should it not have, there is nobody to be told.
  if (msisdn === null) return [];
  const onceKey = `reminder ${id} ${monthOf(toldAt(one, now))}`;
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
