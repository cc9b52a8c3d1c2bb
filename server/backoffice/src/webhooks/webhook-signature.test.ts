import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  messageIdOf,
  newWebhookSecret,
  signedHeaders,
  signingSecrets,
} from './webhook-signature.ts';

const secret = newWebhookSecret();
const body = fc.json();

describe('a signature of a webhook', () => {
  it('is accepted by the library of the standard for each of its secrets, whatever the body', () => {
    const secrets = [secret, newWebhookSecret(), newWebhookSecret()];
    fc.assert(
      fc.property(body, fc.uuid(), (text, id) => {
        const headers = signedHeaders({ id, body: text, now: new Date() }, secrets);
        for (const one of secrets)
          expect(() => new Webhook(one).verify(text, headers)).not.toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it('is refused for another body, id, time or secret', () => {
    fc.assert(
      fc.property(body, fc.string({ minLength: 1, maxLength: 5 }), (text, extra) => {
        const headers = signedHeaders({ id: 'evt_1', body: text, now: new Date() }, [secret]);
        const verify = (changed: Record<string, string>, told = text, key = secret) =>
          new Webhook(key).verify(told, { ...headers, ...changed });
        expect(() => verify({}, `${text}${extra}`)).toThrow();
        expect(() => verify({ 'webhook-id': 'evt_2' })).toThrow();
        const later = String(Number(headers['webhook-timestamp']) + 1);
        expect(() => verify({ 'webhook-timestamp': later })).toThrow();
        expect(() => verify({}, text, newWebhookSecret())).toThrow();
      }),
      { numRuns: 50 },
    );
  });

  it('is made with an earlier secret until its end, and no longer', () => {
    const secrets = [
      { secret: 'whsec_new', until: null },
      { secret: 'whsec_old', until: '2026-11-24T00:00:00.000Z' },
    ];
    const at = (time: string) => signingSecrets(secrets, new Date(time));
    expect(at('2026-11-23T23:59:59.999Z')).toEqual(['whsec_new', 'whsec_old']);
    expect(at('2026-11-24T00:00:00.000Z')).toEqual(['whsec_new']);
  });

  it('names the events of a subscription by ids in their order', () => {
    const event = fc.record({
      place: fc.integer({ min: 0, max: 999_999 }),
      at: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(fc.uuid(), event, event, (subscriptionId, one, other) => {
        const [before, after] = [one, other].sort(
          (a, b) => a.at.getTime() - b.at.getTime() || a.place - b.place,
        );
        if (!before || !after) throw new Error('two events were made');
        const ids = [before, after].map((each) => messageIdOf({ subscriptionId, ...each }));
        expect([...ids].sort()).toEqual(ids);
      }),
    );
  });
});
