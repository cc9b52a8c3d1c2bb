// A15: STOP always stops: whatever its id, its words and the state of the subscription.
import { createHash } from 'node:crypto';
import {
  createTestProduct,
  freshNumber,
  INBOUND_TOKEN,
  type TestProduct,
} from '@bonisa/server/app.test-kit';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, handsetSends, subscribe, textsTo } from '../messaging/messages.test-kit.ts';

const TOKEN_OF_VULA = createHash('sha256').update('simulated carrier inbound').digest('hex');
const OF_VULA = '27619497301';
const ASKED =
  'Bonisa: do you want to stop? To stop reply STOP. Any other reply in 24 hours, except a question, stops it too. Help: 0800 123 456';
const STOPPED = /^You have been unsubscribed from Bonisa\. Nothing more is taken/;

let product: TestProduct;
const send = (msisdn: string, text: unknown, id?: string) =>
  handsetSends(product, msisdn, text, id);
const stateOf = async (msisdn: string) =>
  (
    await product.rows(
      `select status from subscriptions s join subscribers b on b.id = s.subscriber_id where msisdn = '${msisdn}' order by started_at desc, s.id desc limit 1`,
    )
  )[0]?.status;
const storedOf = (msisdn: string) =>
  product.rows(
    `select carrier_id, carrier_message_id, read_as, text from inbound_messages where msisdn = '${msisdn}' order by at, id`,
  );

describe('the id of a message', () => {
  beforeAll(async () => {
    product = await createTestProduct({ LIMITS: 'off' }, undefined, { twoCarriers: true });
  });
  afterAll(() => product.close());

  it('may be that of another number: each STOP stops, is stored and answered', async () => {
    const [first, second] = [await subscribe(product), await subscribe(product)];
    for (const { msisdn } of [first, second]) {
      expect(await send(msisdn, 'STOP', '17')).toBe(204);
      expect(await stateOf(msisdn)).toBe('cancelled');
      expect(textsTo(product, msisdn).at(-1)).toMatch(STOPPED);
      expect(await storedOf(msisdn)).toEqual([
        { carrier_id: 'karoo', carrier_message_id: '17', read_as: 'stop', text: 'STOP' },
      ]);
    }
  });

  it('may be that of another carrier, also of messages that are only answered', async () => {
    const ofKaroo = await subscribe(product);
    const ofVula = await subscribe(product, 'demo-daily', OF_VULA);
    const both = [
      [ofKaroo.msisdn, INBOUND_TOKEN],
      [ofVula.msisdn, TOKEN_OF_VULA],
    ] as const;
    for (const [msisdn, token] of both) {
      expect(await handsetSends(product, msisdn, 'HELP', '1', token)).toBe(204);
      expect(textsTo(product, msisdn).at(-1)).toMatch(/^Bonisa Daily at/);
      expect(await handsetSends(product, msisdn, 'STOP', '2', token)).toBe(204);
      expect(await stateOf(msisdn)).toBe('cancelled');
      expect(await storedOf(msisdn)).toHaveLength(2);
    }
  });

  it('may be one that the number itself has used: STOP has its effect and its farewell once', async () => {
    const { msisdn } = await subscribe(product);
    await send(msisdn, 'HELP', 'again');
    for (let n = 0; n < 3; n++) expect(await send(msisdn, 'STOP', 'again')).toBe(204);
    expect(await stateOf(msisdn)).toBe('cancelled');
    expect(textsTo(product, msisdn).filter((text) => STOPPED.test(text))).toHaveLength(1);
    expect(await storedOf(msisdn)).toMatchObject([{ read_as: 'question' }, { read_as: 'stop' }]);
  });

  it('is stored for the repetition under the mark of its number', async () => {
    await send(freshNumber(), 'STOP', 'marked');
    const [{ id } = {}] = await product.rows(
      "select id from inbound_seen where id like '%:marked'",
    );
    expect(id).toMatch(/^message:karoo:[\w-]{43}:marked$/);
  });
});

describe('the words of a message', () => {
  beforeAll(async () => {
    product = await createTestProduct({ LIMITS: 'off' });
  });
  afterAll(() => product.close());

  it.each([
    ['STOP\0', 'STOP\u2400'],
    [`STOP ${'x'.repeat(3000)}`, expect.stringMatching(/^STOP x+ … x+$/)],
    [`${'please '.repeat(400)}STOP`, expect.stringMatching(/^please .* … .*STOP$/)],
    ['STOP \ud83d', 'STOP \ufffd'],
    ['🛑', '🛑'],
    [['STOP'], '["STOP"]'],
    ['S.T.O.P', 'S.T.O.P'],
    ['i dont want this anymore', 'i dont want this anymore'],
  ])('are understood and stored as far as a database can (%#)', async (text, stored) => {
    const { msisdn } = await subscribe(product);
    expect(await send(msisdn, text)).toBe(204);
    expect(await stateOf(msisdn)).toBe('cancelled');
    expect(await storedOf(msisdn)).toMatchObject([{ read_as: 'stop', text: stored }]);
  });

  it.each([
    ['', 'other'],
    [undefined, 'other'],
    [null, 'other'],
    ['\0', 'other'],
  ])('may be none: %j is answered with help', async (text, reading) => {
    const msisdn = freshNumber();
    expect(await send(msisdn, text)).toBe(204);
    expect(textsTo(product, msisdn)).toEqual([expect.stringMatching(/^Bonisa: to stop reply/)]);
    expect(await storedOf(msisdn)).toMatchObject([{ read_as: reading }]);
  });

  it('never opt in, whatever they are', async () => {
    const people = () =>
      product.rows('select id from subscribers union all select null from consents');
    const before = await people();
    const words = fc.constantFrom('START', 'JOIN', 'YES', 'subscribe me', 'ＳＴＡＲＴ', '1', 'ok');
    await fc.assert(
      fc.asyncProperty(fc.oneof(words, fc.string({ unit: 'binary' })), async (text) => {
        expect(await send(freshNumber(), text)).toBe(204);
      }),
      { numRuns: 25 },
    );
    expect((await people()).length).toBe(before.length);
  });
});

describe('a doubtful text', () => {
  beforeEach(async () => {
    product = await createTestProduct({ LIMITS: 'off' });
  });
  afterEach(() => product.close());

  const asked = async () => {
    const { msisdn } = await subscribe(product);
    await send(msisdn, 'i never subscribed to this');
    expect(textsTo(product, msisdn).at(-1)).toBe(ASKED);
    expect(await stateOf(msisdn)).toBe('trial');
    return msisdn;
  };

  it.each(['ok', 'no', 'START', 'you took my airtime', '', '1'])(
    'is answered with the way to stop, and then %j stops',
    async (text) => {
      const msisdn = await asked();
      await send(msisdn, text);
      expect(await stateOf(msisdn)).toBe('cancelled');
      expect(textsTo(product, msisdn).at(-1)).toMatch(STOPPED);
      expect((await storedOf(msisdn)).map(({ read_as }) => read_as)).toEqual(['doubtful', 'stop']);
    },
  );

  it('stays open over questions, which are answered', async () => {
    const msisdn = await asked();
    for (const text of ['how do I stop?', 'HELP', 'what is this']) {
      await send(msisdn, text);
      expect(textsTo(product, msisdn).at(-1)).toMatch(/^Bonisa Daily at .*To stop reply STOP/);
    }
    expect(await stateOf(msisdn)).toBe('trial');
    await send(msisdn, 'fine');
    expect(await stateOf(msisdn)).toBe('cancelled');
  });

  it('is closed by a wish to go on', async () => {
    const msisdn = await asked();
    await send(msisdn, "please don't stop");
    await send(msisdn, 'thanks');
    expect(await stateOf(msisdn)).toBe('trial');
  });

  it('is closed after a day', async () => {
    const { msisdn } = await subscribe(product, 'demo-monthly');
    await send(msisdn, 'scam');
    await product.advance(DAY);
    await send(msisdn, 'hello');
    expect(await stateOf(msisdn)).toBe('active');
  });

  it('that the carrier delivers twice does not stop', async () => {
    const { msisdn } = await subscribe(product);
    for (let n = 0; n < 2; n++) await send(msisdn, 'refund', 'twice');
    expect(await stateOf(msisdn)).toBe('trial');
    expect(textsTo(product, msisdn).filter((text) => text === ASKED)).toHaveLength(1);
  });

  it('stops with another one at the same moment, in whatever order they arrive', async () => {
    for (let n = 0; n < 5; n++) {
      const { msisdn } = await subscribe(product);
      await Promise.all(['refund', 'i never subscribed'].map((text) => send(msisdn, text)));
      expect(await stateOf(msisdn)).toBe('cancelled');
    }
  });

  it('about an earlier subscription leaves the next one alone', async () => {
    const msisdn = await asked();
    await send(msisdn, 'ok');
    await send(msisdn, 'refund');
    expect(textsTo(product, msisdn).at(-1)).toMatch(/^Bonisa: to stop reply STOP/);
    await product.advance(2 * HOUR);
    await subscribe(product, 'demo-weekly', msisdn);
    await send(msisdn, 'hello');
    expect(await stateOf(msisdn)).not.toBe('cancelled');
  });

  it('is answered twenty times a day at most, and stops whenever it is repeated', async () => {
    const { msisdn } = await subscribe(product);
    for (let n = 0; n < 25; n++) {
      await send(msisdn, 'refund');
      await send(msisdn, 'dont stop');
    }
    expect(textsTo(product, msisdn).filter((text) => text === ASKED)).toHaveLength(20);
    expect(await stateOf(msisdn)).toBe('cancelled');
  });
});
