import type { Language } from '@bonisa/domain/languages';
import { noticeTime, noticeTimeBefore } from '@bonisa/domain/notices/notice-time';
import { type Notice, type NoticeTerms, noticeText } from '@bonisa/domain/notices/notices';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { createMessageRepository, type NewMessage } from './message.repository.ts';

/** A message to a number, about a subscription if it is about one. */
export interface NoticeDraft {
  readonly msisdn: string;
  readonly subscriptionId?: string;
  readonly notice: Notice;
  /** The language, where the caller knows it; otherwise that of the number. */
  readonly language?: Language;
  /** When the message is ready; its kind decides whether it is sent then or by day. */
  readonly at: Date;
  /** The earliest time, if the message belongs to a certain time. */
  readonly notBefore?: Date;
  /** A repeated key is the same message. */
  readonly onceKey?: string;
  /** The message is stored without the number once it is sent. */
  readonly forget?: boolean;
}

export interface Notices {
  /**
   * Writes messages into the outbox, within the transaction of the change that they announce; those
   * whose `onceKey` exists already are omitted.
   */
  enqueue(tx: Database, drafts: readonly NoticeDraft[]): Promise<void>;
  /**
   * Drops waiting notices about ended subscriptions; notices of the end and of refunds are still
   * sent.
   */
  dropScheduled(tx: Database, subscriptionIds: readonly string[]): Promise<void>;
  /**
   * Drops waiting notices of these kinds, because they are no longer true: that a charge was
   * denied, until when the subscription serves, or that a price may be accepted.
   */
  dropOutdated(
    tx: Database,
    subscriptionIds: readonly string[],
    kinds: readonly ('not_paid' | 'parked' | 'price_offered')[],
  ): Promise<void>;
  /**
   * Announces the end of a free day whose package has just changed; a waiting notice of another
   * price is dropped.
   */
  scheduleTrialEnd(tx: Database, trial: Trial): Promise<void>;
}

/**
 * A free day. `version`: the number of events of its subscription, which distinguishes one package
 * change from the next.
 */
export interface Trial {
  readonly msisdn: string;
  readonly subscriptionId: string;
  readonly version: number;
  /** The package that is charged when the free day is over. */
  readonly package: Package;
  readonly until: Date;
  readonly at: Date;
  readonly language?: Language;
}

/**
 * How long before the first charge its price and the way to stop are announced: time enough to
 * stop, near enough to remember.
 */
const BEFORE_TRIAL_ENDS_MS = 4 * 60 * 60_000;

/** The languages of numbers, read in a transaction; of a number without one it is English. */
export type LanguagesOf = (
  tx: Database,
  msisdns: readonly string[],
) => Promise<ReadonlyMap<string, Language>>;

/** Puts an event into words, in the language of its number, and into the outbox. */
export function createNotices(terms: NoticeTerms, newId: NewId, languagesOf: LanguagesOf): Notices {
  const messageOf = (
    language: Language | undefined,
    { msisdn, subscriptionId, notice, at, notBefore, onceKey, forget = false }: NoticeDraft,
  ): NewMessage => ({
    id: newId(),
    msisdn,
    subscriptionId: subscriptionId ?? null,
    onceKey: onceKey ?? null,
    template: notice.kind === 'not_subscribed' ? 'help' : notice.kind,
    text: noticeText(notice, terms, language),
    state: 'queued',
    attempts: 0,
    createdAt: at,
    dueAt: noticeTime(notice.kind, notBefore ?? at, msisdn),
    forget,
  });

  const enqueue: Notices['enqueue'] = async (tx, drafts) => {
    const unknown = drafts.flatMap(({ msisdn, language }) => (language ? [] : [msisdn]));
    const known = await languagesOf(tx, unknown);
    await createMessageRepository(tx).insertAll(
      drafts.map((draft) => messageOf(draft.language ?? known.get(draft.msisdn), draft)),
    );
  };

  return {
    enqueue,
    scheduleTrialEnd: async (tx, trial) => {
      await createMessageRepository(tx).dropAbout([trial.subscriptionId], ['trial_ends']);
      await enqueue(tx, trialEndOf(trial));
    },
    dropScheduled: (tx, subscriptionIds) => createMessageRepository(tx).dropAbout(subscriptionIds),
    dropOutdated: (tx, subscriptionIds, kinds) =>
      createMessageRepository(tx).dropAbout(subscriptionIds, kinds),
  };
}

/**
 * The notice of the end of a free day. None where the day ends so soon that what is answered now
 * announces the price itself.
 */
export function trialEndOf({
  msisdn,
  subscriptionId,
  version,
  package: packageTerms,
  until,
  at,
  language,
}: Trial): NoticeDraft[] {
  const notBefore = noticeTimeBefore(new Date(until.getTime() - BEFORE_TRIAL_ENDS_MS), msisdn);
  if (notBefore <= at) return [];
  const notice = { kind: 'trial_ends', package: packageTerms, until } as const;
  const onceKey = `trial_ends ${subscriptionId} ${version}`;
  const draft = { msisdn, subscriptionId, notice, at, notBefore, onceKey };
  return [language ? { ...draft, language } : draft];
}

/** The `onceKey` of a notice that is sent once for a period of a subscription. */
export function noticeKey(kind: Notice['kind'], subscriptionId: string, period: number): string {
  return `${kind} ${subscriptionId} ${period}`;
}
