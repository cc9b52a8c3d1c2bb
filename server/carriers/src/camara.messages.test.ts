import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dropped,
  json,
  msisdn,
  refusal,
  type StandIn,
  startStandIn,
} from './carrier-stand-in.test-support.ts';

let standIn: StandIn;
beforeEach(async () => {
  standIn = await startStandIn();
});
afterEach(() => standIn.close());

describe('short messages', () => {
  const hello = { msisdn: msisdn(), text: 'Hello', reference: 'm-1' };
  it('are accepted, once or repeatedly', async () => {
    standIn.answer(
      json(201, { messageId: 'id-1', status: 'accepted' }),
      json(200, { messageId: 'id-1', status: 'accepted' }),
    );
    const carrier = standIn.carrier();
    expect(await carrier.sendMessage(hello)).toEqual({ outcome: 'accepted', messageId: 'id-1' });
    expect(await carrier.sendMessage(hello)).toEqual({ outcome: 'accepted', messageId: 'id-1' });
    expect(JSON.parse(standIn.calls[0]?.body ?? '')).toEqual({
      to: '+27821234567',
      text: 'Hello',
      clientReference: 'm-1',
    });
  });

  it('are refused, or may have been sent', async () => {
    standIn.answer(refusal(404, 'IDENTIFIER_NOT_FOUND'), dropped);
    const carrier = standIn.carrier();
    expect(await carrier.sendMessage(hello)).toEqual({
      outcome: 'refused',
      detail: 'IDENTIFIER_NOT_FOUND: No.',
    });
    expect(await carrier.sendMessage(hello)).toEqual({
      outcome: 'unknown',
      cause: 'connection_lost',
    });
  });
});
