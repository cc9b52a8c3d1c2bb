import { noticeTime, noticeTimeBefore } from '@bonisa/domain/notice-time';
import { type Notice, type NoticeTerms, noticeText } from '@bonisa/domain/notices';
import type { Package } from '@bonisa/domain/package-catalogue';
import type { Database } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import { createMessageRepository, type NewMessage } from './message.repository.ts';

/** A message to be told to a number, about a subscription where it is about one. */
export interface NoticeDraft {
  readonly msisdn: string;
  readonly subscriptionId?: string;
  readonly notice: Notice;
  /** When it is ready to be told; by its kind it goes out then, or by day. */
  readonly at: Date;
  /** Not before then, where it belongs to a time of its own. */
  readonly notBefore?: Date;
  /** The same key twice is one message. */
  readonly onceKey?: string;
  /** It is kept without the number once it is sent. */
  readonly forget?: boolean;
}

export interface Notices {
  /**
   * Writes messages into the outbox, within the transaction of what they tell of; those whose
   * `onceKey` is there already are left out.
   */
  enqueue(tx: Database, drafts: readonly NoticeDraft[]): Promise<void>;
  /**
   * Takes back what is still to be said about subscriptions that have ended; a goodbye and what
   * tells of money given back still go out.
   */
  dropScheduled(tx: Database, subscriptionIds: readonly string[]): Promise<void>;
  /**
   * Takes back what is still to be said of these kinds and is not so any more: that something was
   * not paid, until when it is served.
   */
  dropOutdated(
    tx: Database,
    subscriptionIds: readonly string[],
    kinds: readonly ('not_paid' | 'parked')[],
  ): Promise<void>;
  /**
   * Tells of the end of a free day that has just begun, or whose package has just changed: what was
   * to be said of another price is not said.
   */
  scheduleTrialEnd(tx: Database, trial: Trial): Promise<void>;
}

/**
 * A free day. `version`: how many events its subscription has, by which one change of the package
 * is told from the next.
 */
export interface Trial {
  readonly msisdn: string;
  readonly subscriptionId: string;
  readonly version: number;
  /** What is charged when the free day is over. */
  readonly package: Package;
  readonly until: Date;
  readonly at: Date;
}

/**
 * Price and way out are told so long before the first charge: time enough to stop, near enough to
 * be remembered.
 */
const BEFORE_TRIAL_ENDS_MS = 4 * 60 * 60_000;

/** Puts what happened into words and into the outbox. */
export function createNotices(terms: NoticeTerms): Notices {
  const messageOf = ({
    msisdn,
    subscriptionId,
    notice,
    at,
    notBefore,
    onceKey,
    forget = false,
  }: NoticeDraft): NewMessage => ({
    id: newId(),
    msisdn,
    subscriptionId: subscriptionId ?? null,
    onceKey: onceKey ?? null,
    template: notice.kind === 'not_subscribed' ? 'help' : notice.kind,
    text: noticeText(notice, terms),
    state: 'queued',
    attempts: 0,
    createdAt: at,
    dueAt: noticeTime(notice.kind, notBefore ?? at, msisdn),
    forget,
  });

  const enqueue: Notices['enqueue'] = (tx, drafts) =>
    createMessageRepository(tx).insertAll(drafts.map(messageOf));

  return {
    enqueue,
    scheduleTrialEnd: async (tx, { msisdn, subscriptionId, version, package: one, until, at }) => {
      await createMessageRepository(tx).dropAbout([subscriptionId], ['trial_ends']);
      const notBefore = noticeTimeBefore(new Date(until.getTime() - BEFORE_TRIAL_ENDS_MS), msisdn);
      // Who changes the package so late is told the new price by that.
      if (notBefore <= at) return;
      const notice = { kind: 'trial_ends', package: one, until } as const;
      await enqueue(tx, [
        {
          msisdn,
          subscriptionId,
          notice,
          at,
          notBefore,
          onceKey: `trial_ends ${subscriptionId} ${version}`,
        },
      ]);
    },
    dropScheduled: (tx, subscriptionIds) => createMessageRepository(tx).dropAbout(subscriptionIds),
    dropOutdated: (tx, subscriptionIds, kinds) =>
      createMessageRepository(tx).dropAbout(subscriptionIds, kinds),
  };
}

/** The `onceKey` of what is told once about a period of a subscription. */
export function noticeKey(kind: Notice['kind'], subscriptionId: string, period: number): string {
  return `${kind} ${subscriptionId} ${period}`;
}
