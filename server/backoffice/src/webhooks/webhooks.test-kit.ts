import { KEY_SCOPES, type Scope } from '@bonisa/domain/staff/staff-roles';
import { WEBHOOK_TYPES, type WebhookType } from '@bonisa/domain/staff/webhooks';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { expect } from 'vitest';
import { runStaffCommand } from '../staff/staff-commands.ts';
import { createReceiver } from './receiver.test-kit.ts';

export type Receiver = Awaited<ReturnType<typeof createReceiver>>;

/** A product that sends webhooks to receivers of this process, and its studio's calls of them. */
export async function createWebhookProduct(world?: Parameters<typeof createTestProduct>[2]) {
  const variables = { LIMITS: 'off', WEBHOOKS_TO_LOOPBACK: '1' };
  const product = await createTestProduct(variables, undefined, world);
  waitForTurns(product.app.webhooks.sender);
  const studio = await product.studio();
  const open: (() => Promise<unknown>)[] = [];
  const keyOf = async (scopes: readonly Scope[]): Promise<string> => {
    const asked = { command: 'key' as const, name: 'Partner', scopes: [...scopes], days: 90 };
    return (await runStaffCommand(product.app.staff, asked)).split('\n')[0] ?? '';
  };
  let key = '';

  const ask = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    by?: string,
  ) => {
    key ||= await keyOf(KEY_SCOPES);
    const answer = await studio.inject({
      method,
      url: `/studio/api/webhooks/${path}`,
      headers: { authorization: `Bearer ${by ?? key}` },
      ...(payload ? { payload } : {}),
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  return {
    product,
    keyOf,
    ask,

    endpointFor: async (
      to: Pick<Receiver, 'url'>,
      types: readonly WebhookType[] = WEBHOOK_TYPES,
    ): Promise<{ id: string; secret: string }> => {
      const { status, body } = await ask('POST', 'endpoints', { url: to.url, types });
      expect([status, body.code]).toEqual([200, undefined]);
      return { id: body.endpoint.id, secret: body.secret };
    },

    createOpenReceiver: async (): Promise<Receiver> => {
      const made = await createReceiver();
      open.push(made.close);
      return made;
    },

    subscribe: async (): Promise<string> => {
      const msisdn = freshNumber();
      const visitor = product.visitor();
      const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      expect(body.status).toBe('success');
      return msisdn;
    },

    /** Sends what is due now. */
    send: () => product.app.scheduler.runDue(),

    endpointRow: async (id: string) =>
      (await ask('GET', 'endpoints')).body.data.find((one: { id: string }) => one.id === id),

    /** Leaves nothing of a test to the next one. */
    clear: async (): Promise<void> => {
      await product.everybodyStops();
      for (const close of open.splice(0)) await close();
      await product.rows("update webhook_endpoints set state = 'removed', recorded_types = '{}'");
      await product.rows('delete from webhook_deliveries');
    },
  };
}

export type WebhookProduct = Awaited<ReturnType<typeof createWebhookProduct>>;

/**
 * Lets a run wait for its turns to their end. By itself it waits for a second: on a slow machine a
 * turn would go on beside the next step of a test.
 */
function waitForTurns(sender: TestProduct['app']['webhooks']['sender']): void {
  const { run, rest } = sender;
  const whole = async (): Promise<number> => {
    const due = await run();
    await rest();
    return due;
  };
  Object.assign(sender, { run: whole });
}
