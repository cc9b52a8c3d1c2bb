import {
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { createMessageRepository } from './message.repository.ts';

export const HOUR = 3600;
export const DAY = 86_400;

export interface Subscribed {
  readonly visitor: Visitor;
  readonly msisdn: string;
}

/** A subscriber who has accepted a package; due jobs have run. */
export async function subscribe(
  product: TestProduct,
  key = 'demo-daily',
  msisdn = freshNumber(),
): Promise<Subscribed> {
  const visitor = product.visitor();
  const { body } = await visitor.call(
    'subscribe',
    await toAccept(product, visitor, msisdn, { key }),
  );
  if (body.status !== 'success') throw new Error(`nobody subscribed: ${JSON.stringify(body)}`);
  await product.app.scheduler.runDue();
  return { visitor, msisdn };
}

/** The messages that reached a handset, the oldest first. */
export function textsTo({ carrier }: Pick<TestProduct, 'carrier'>, msisdn: string): string[] {
  return carrier.messages.filter((message) => message.msisdn === msisdn).map(({ text }) => text);
}

let inbound = 0;
/**
 * Has the carrier deliver a handset's message to us; returns the status. The same `id` is the same
 * message. `token`: that of another carrier.
 */
export async function handsetSends(
  product: TestProduct,
  msisdn: string,
  text: unknown,
  id = `message-${++inbound}`,
  token = INBOUND_TOKEN,
): Promise<number> {
  const { statusCode } = await product.site.inject({
    method: 'POST',
    url: '/carrier/messages',
    headers: { authorization: `Bearer ${token}` },
    payload: { id, at: product.clock.now().toISOString(), from: `+${msisdn}`, text },
  });
  await product.app.scheduler.runDue();
  return statusCode;
}

export interface OutboxRow {
  readonly template: string;
  readonly state: string;
  readonly attempts: number;
  readonly due: string | null;
  readonly sent: string | null;
  readonly carrier: string | null;
}

/** The outbox of a number, the oldest first; times as ISO text. */
export async function outboxOf(
  product: TestProduct,
  msisdn: string,
  template?: string,
): Promise<OutboxRow[]> {
  const rows = await createMessageRepository(product.open.db).of(msisdn);
  return rows
    .filter((row) => template === undefined || row.template === template)
    .map((row) => ({
      template: row.template,
      state: row.state,
      attempts: row.attempts,
      due: row.dueAt?.toISOString() ?? null,
      sent: row.sentAt?.toISOString() ?? null,
      carrier: row.carrierMessageId,
    }));
}

/** Advances the clock to an instant, and runs the jobs that become due on the way. */
export async function until(product: TestProduct, instant: string): Promise<void> {
  await product.advance((Date.parse(instant) - product.clock.now().getTime()) / 1000);
}
