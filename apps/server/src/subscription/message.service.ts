import type { Msisdn } from '@bonisa/domain/msisdn';
import { and, asc, eq, inArray, isNotNull, lte, min, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Carrier } from '../carrier/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { DueSource } from '../platform/timetable.ts';
import { messages } from './subscription.tables.ts';

export type MessageTemplate = typeof messages.$inferInsert.template;

const MAX_ATTEMPTS = 8;
const BATCH = 20;
/** A claimed message whose process dies is tried again after this. */
const LEASE_MS = 60_000;

export interface MessageDependencies {
  readonly db: Database;
  readonly carrier: Pick<Carrier, 'sendMessage'>;
  readonly clock: Clock;
  readonly onMessage?: (template: MessageTemplate, outcome: string) => void;
}

/** Writes a message into the outbox, within the transaction of what it tells of. */
export async function enqueueMessage(tx: Database, message: { msisdn: string; template: MessageTemplate; text: string; at: Date }): Promise<void> {
  const { msisdn, template, text, at } = message;
  await tx.insert(messages).values({ id: uuid(), msisdn, template, text, state: 'queued', attempts: 0, createdAt: at, dueAt: at, sentAt: null });
}

/** Sends what stands in the outbox. The id goes along as our reference: sent again after a lost answer it is not delivered twice. */
export function createMessageSource({ db, carrier, clock, onMessage }: MessageDependencies): DueSource {
  const claim = () =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const due = await tx
        .select()
        .from(messages)
        .where(and(isNotNull(messages.dueAt), lte(messages.dueAt, now)))
        .orderBy(asc(messages.dueAt))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      if (due.length > 0) {
        const ids = due.map((message) => message.id);
        await tx
          .update(messages)
          .set({ dueAt: new Date(now.getTime() + LEASE_MS) })
          .where(inArray(messages.id, ids));
      }
      return due;
    });

  /** Tells whether the carrier took it: those are written together. */
  const send = async (message: typeof messages.$inferSelect): Promise<boolean> => {
    const { outcome } = await carrier.sendMessage({ msisdn: message.msisdn as Msisdn, text: message.text, reference: message.id });
    onMessage?.(message.template, outcome);
    const attempts = message.attempts + 1;
    const now = clock.now();
    if (outcome === 'accepted') return true;
    if (outcome === 'refused' || attempts >= MAX_ATTEMPTS) {
      await db.update(messages).set({ state: 'failed', attempts, dueAt: null }).where(eq(messages.id, message.id));
    } else {
      const next = new Date(now.getTime() + 5_000 * 3 ** attempts);
      await db.update(messages).set({ attempts, dueAt: next }).where(eq(messages.id, message.id));
    }
    return false;
  };

  const markSent = async (sent: readonly string[]): Promise<void> => {
    if (sent.length === 0) return;
    await db
      .update(messages)
      .set({ state: 'sent', attempts: sql`${messages.attempts} + 1`, dueAt: null, sentAt: clock.now() })
      .where(inArray(messages.id, [...sent]));
  };

  return {
    name: 'messages',
    nextDue: async () => {
      const [row] = await db
        .select({ due: min(messages.dueAt) })
        .from(messages)
        .where(isNotNull(messages.dueAt));
      return row?.due ?? null;
    },
    run: async () => {
      const due = await claim();
      const results = await Promise.allSettled(due.map(send));
      const accepted = due.filter((_, index) => isTrue(results[index]));
      await markSent(accepted.map((message) => message.id));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
      return due.length;
    },
  };
}

function isTrue(result: PromiseSettledResult<boolean> | undefined): boolean {
  return result?.status === 'fulfilled' && result.value;
}
