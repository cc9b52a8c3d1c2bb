import {
  createTestProduct,
  DAILY,
  freshNumber,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import { expect } from 'vitest';

/** The name of the session cookie over http. */
export const SESSION_COOKIE = 'bonisa_session';

/** The carrier's answer to a charge of a number with too little airtime. */
export const insufficientAirtime = async () =>
  ({ outcome: 'denied', reason: 'insufficient_airtime', detail: '' }) as const;

/** The result of `replay` when the attempt neither signs in nor grants anything any more. */
export const EXPIRED_REPLAY = {
  said: { status: 'failed', outcome: 'otp_expired', description: 'OTP timed out' },
  signedIn: false,
};

export type SignupBench = Awaited<ReturnType<typeof createSignupBench>>;

/** A product with the numbers, presses and rows that tests of Accept work with. */
export async function createSignupBench(variables: Record<string, string> = {}) {
  const product = await createTestProduct(variables);
  let kits = 0;
  const newKit = () => `kit-${++kits}`;

  /** The rows of a table that belong to the subscriptions of a number. */
  const ofNumber = (table: string, msisdn: string) =>
    product.rows(
      `select t.* from ${table} t join subscriptions s on s.id = t.subscription_id join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
    );
  const subscriptionsOf = (msisdn: string) =>
    product.rows(
      `select s.* from subscriptions s join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}' order by s.started_at, s.id`,
    );
  /** The number of charges that the carrier was asked for. */
  const chargesOf = (msisdn: string) =>
    product.carrier
      .calls('charge')
      .filter((input) => (input as { msisdn: string }).msisdn === msisdn).length;
  const consentsOf = (msisdn: string) =>
    product.rows(`select id from consents where msisdn = '${msisdn}'`);

  return {
    product,
    ofNumber,
    subscriptionsOf,
    chargesOf,
    consentsOf,
    /** A fraud kit of its own: with it an attempt is not a repetition. */
    newKit,

    /** Presses Accept with a new fraud kit. */
    press: (visitor: Visitor, body: Record<string, unknown>) =>
      visitor.call('subscribe', { ...body, evina_token: newKit() }),

    /** Everything that a refused Accept must not change. */
    stateOf: async (msisdn: string) => ({
      subscriptions: await subscriptionsOf(msisdn),
      charges: chargesOf(msisdn),
      consents: (await consentsOf(msisdn)).length,
      sessions: await product.rows('select count(*)::int as n from sessions'),
      subscribers: await product.rows(
        `select id, trial_used_at, blocked_at from subscribers where msisdn = '${msisdn}'`,
      ),
    }),

    /** A number whose free day is used up and whose subscription ended ten minutes ago. */
    withoutTrial: async (visitor: Visitor = product.visitor()): Promise<string> => {
      const msisdn = freshNumber();
      await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
      await visitor.call('unsubscribe', {});
      product.clock.by(601);
      return msisdn;
    },

    /** A subscriber, and the exact request and cookie of their Accept, which `replay` repeats. */
    subscribed: async (msisdn: string = freshNumber(), key = DAILY) => {
      const visitor = product.visitor();
      const body = {
        ...(await toAccept(product, visitor, msisdn, { key })),
        evina_token: newKit(),
      };
      const cookie = visitor.cookies.get(SESSION_COOKIE) ?? '';
      const answer = await visitor.call('subscribe', body);
      expect(answer.body.status).toBe('success');
      const replay = async () => {
        const again = product.visitor();
        again.cookies.set(SESSION_COOKIE, cookie);
        const { body: said } = await again.call('subscribe', body);
        return { said, signedIn: (await again.call('viewer')).body.signed_in };
      };
      return { visitor, msisdn, body, cookie, replay };
    },
  };
}
