import { type Notice, type NoticeTerms, noticeText, noticeTime } from '@bonisa/domain/notices';
import { v7 as uuid } from 'uuid';
import { bulkInsert } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { messages } from './subscription.tables.ts';

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
  /** Nothing of it is kept once it is sent. */
  readonly forget?: boolean;
}

export type Notices = ReturnType<typeof createNotices>;

/** Writes messages into the outbox, within the transaction of what they tell of. */
export function createNotices(terms: NoticeTerms) {
  return {
    enqueue: (tx: Database, drafts: readonly NoticeDraft[]): Promise<void> =>
      bulkInsert(
        tx,
        messages,
        drafts.map(({ msisdn, subscriptionId, notice, at, notBefore, onceKey, forget = false }) => ({
          id: uuid(),
          msisdn,
          subscriptionId: subscriptionId ?? null,
          onceKey: onceKey ?? null,
          template: notice.kind === 'not_subscribed' ? ('help' as const) : notice.kind,
          text: noticeText(notice, terms),
          state: 'queued' as const,
          attempts: 0,
          createdAt: at,
          dueAt: noticeTime(notice.kind, notBefore ?? at),
          forget,
        })),
        { onConflict: 'ignore' },
      ),
  };
}
