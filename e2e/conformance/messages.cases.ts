/** Adapter and simulator must also agree where no published definition applies. */
import { expect, it } from 'vitest';
import type { Fixture } from './fixture.ts';

/** Registers the tests of the message API. The tests call `fixture` when they run. */
export function messageTests(fixture: () => Fixture): void {
  const newMessage = () => ({
    msisdn: fixture().newNumber(),
    text: 'Welcome to Bonisa.',
    reference: `message-${crypto.randomUUID()}`,
  });

  it('delivers a message to the handset', async () => {
    const message = newMessage();
    expect(await fixture().carrier.sendMessage(message)).toMatchObject({ outcome: 'accepted' });
    expect(await fixture().newestMessage(message.msisdn)).toBe(message.text);
  });

  it('sends a message with the same reference once', async () => {
    const message = newMessage();
    const first = await fixture().carrier.sendMessage(message);
    expect(await fixture().carrier.sendMessage(message)).toEqual(first);
    expect(await fixture().sim('GET', `/sim/handsets/${message.msisdn}/messages`)).toHaveLength(1);
  });

  it.each([
    ['SERVICE_NOT_APPLICABLE', { outcome: 'refused' }],
    ['IDENTIFIER_NOT_FOUND', { outcome: 'refused' }],
    ['TOO_MANY_REQUESTS', { outcome: 'unavailable', cause: 'too_many_requests' }],
  ])('reports a message refused by %s', async (code, outcome) => {
    await fixture().refuseNext('send-message', code);
    expect(await fixture().carrier.sendMessage(newMessage())).toMatchObject(outcome);
  });

  it.each(['timeout-before', 'timeout-after'])(
    'treats a message lost by %s as possibly sent, and sends it once in the end',
    async (kind) => {
      const message = newMessage();
      await fixture().failNext('send-message', kind);
      expect(await fixture().carrier.sendMessage(message)).toEqual({
        outcome: 'unknown',
        cause: 'connection_lost',
      });
      expect(await fixture().carrier.sendMessage(message)).toMatchObject({ outcome: 'accepted' });
      expect(await fixture().sim('GET', `/sim/handsets/${message.msisdn}/messages`)).toHaveLength(
        1,
      );
    },
  );

  it('refuses a message that is too long', async () => {
    expect(
      await fixture().carrier.sendMessage({ ...newMessage(), text: 'x'.repeat(161) }),
    ).toMatchObject({ outcome: 'refused' });
  });
}
