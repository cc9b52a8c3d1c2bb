// P1 P2: a visitor gets no data of a subscriber, a subscriber none of another. Every body is
// accepted or refused, and a refusal writes nothing.
import { ADDRESSES, type CallName } from '@bonisa/contract/addresses';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from './viewer.test-kit.ts';

let product: ProductWithCatalogue;
let owner: SignedInVisitor;
beforeAll(async () => {
  product = await createProductWithCatalogue();
  owner = await product.signedIn();
  await owner.call('addToList', { show: 'lamplight' });
  await owner.call('putResume', {
    positions: [{ video_id: await product.idIn('titles', 'isibane'), time: 10 }],
  });
  await owner.call('feedback', { experience: 4, comment: 'Mine alone' });
});
afterAll(() => product.close());

const OWN_CALLS = [
  'list',
  'listStatus',
  'addToList',
  'removeFromList',
  'resume',
  'putResume',
  'removeResume',
  'profile',
  'ratings',
  'feedback',
  'account',
  'changePackage',
  'acceptPrice',
  'personalData',
  'deletePersonalData',
  'bearerToken',
  'signOut',
] as const satisfies readonly CallName[];

const KEPT = [
  'list_items',
  'resume_positions',
  'feedback',
  'playback_log',
  'header_log',
  'consents',
  'subscription_events',
  'subscribers',
];
const rowsKept = async () =>
  (
    await product.rows(
      `select ${KEPT.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
    )
  )[0];

describe('a visitor', () => {
  // P1 P2 A3 A4 A5 A6 A7 A8
  it.each(OWN_CALLS)(
    'gets no personal data from %s, whatever ids the body contains',
    async (name) => {
      const before = await rowsKept();
      const bodies = [
        {},
        { user_id: String(owner.subscriberId) },
        { id: String(owner.subscriberId) },
        { show: 'lamplight' },
        { confirm: 'delete' },
      ];
      for (const body of bodies) {
        const { status, body: answer } = await product
          .visitor()
          .call(name, ADDRESSES[name].method === 'POST' ? body : undefined);
        expect([status, answer.code]).toEqual([401, 'not_signed_in']);
      }
      expect(await rowsKept()).toEqual(before);
    },
  );

  it('only learns from the viewer call that nobody is signed in', async () => {
    expect((await product.visitor().call('viewer')).body).toEqual({ signed_in: false });
  });
});

describe('another subscriber', () => {
  // P2 A6 A7
  it('cannot read with a foreign id', async () => {
    const other = await product.signedIn();
    for (const [name, body] of [
      ['profile', { user_id: String(owner.subscriberId) }],
      ['ratings', { id: String(owner.subscriberId) }],
    ] as const) {
      const { status, body: answer } = await other.call(name, body);
      expect([status, answer.code]).toEqual([403, 'not_yours']);
    }
  });

  // P2 A3 A4 A7 F10 S7
  it('finds only their own data', async () => {
    const other = await product.signedIn();
    expect((await other.call('list', {})).body).toMatchObject({ videos: [] });
    expect((await other.call('listStatus', { show: 'lamplight' })).body).toEqual({
      data: { status: false },
    });
    expect((await other.call('resume')).body).toEqual({ items: [] });
    expect((await other.call('ratings', {})).body).toEqual({ ratings: [] });
    for (const name of ['account', 'personalData', 'viewer'] as const) {
      const text = JSON.stringify((await other.call(name)).body);
      expect(text).not.toContain(owner.msisdn);
      expect(text).not.toContain('Mine alone');
    }
    await other.call('removeFromList', { show: 'lamplight' });
    await other.call('removeResume', { video_id: await product.idIn('titles', 'isibane') });
    expect((await owner.call('viewer')).body).toMatchObject({
      list: [expect.stringMatching(/^show:/)],
      resume: [{ time: 10 }],
    });
  });
});

describe('any body', () => {
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      '',
      ' ',
      '0',
      '-1',
      '1e9',
      'null',
      '\u0000',
      '\ud800',
      "'; drop table list_items; --",
      '27821234567',
      'lamplight',
      'isibane',
    ),
    fc.integer({ min: -5, max: 20 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(fc.anything(), { maxLength: 3 }),
  );
  const FIELDS: Partial<Record<CallName, readonly string[]>> = {
    list: ['channel', 'page', 'limit', 'sort'],
    listStatus: ['episode_id', 'video_id', 'channel_id', 'category_id', 'show'],
    addToList: ['episode_id', 'video_id', 'channel_id', 'category_id', 'show'],
    removeFromList: ['episode_id', 'video_id', 'channel_id', 'category_id', 'show'],
    putResume: ['positions'],
    removeResume: ['video_id', 'episode_id'],
    profile: ['user_id'],
    ratings: ['id'],
    feedback: ['experience', 'comment', 'comment_type'],
    changePackage: ['service_key'],
    acceptPrice: ['package_id', 'price', 'from', 'words_language'],
    personalData: ['other'],
    playbackLog: ['uuid', 'video', 'status', 'duration', 'vid_paused_at', 'vid_finished_at'],
    logHeaders: ['headers'],
  };
  const like: Partial<Record<string, fc.Arbitrary<unknown>>> = {
    positions: fc.array(
      fc.record({ video_id: odd, episode_id: odd, time: odd, at: odd }, { requiredKeys: ['time'] }),
      { maxLength: 3 },
    ),
    headers: fc.dictionary(
      fc.string({ maxLength: 10 }),
      fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), odd),
      { maxKeys: 5 },
    ),
    uuid: fc.oneof(fc.uuid(), odd),
    video: fc.oneof(fc.constant('isibane'), odd),
    status: fc.oneof(fc.constantFrom('started', 'paused'), odd),
    service_key: fc.oneof(fc.constantFrom('demo-weekly', 'demo-daily'), odd),
    experience: fc.oneof(fc.integer({ min: 1, max: 5 }), odd),
  };

  // A3 A4 A5 A6 A7 A8 A17 A18
  it.each(Object.entries(FIELDS))(
    'of %s is accepted or refused, and a refusal writes nothing',
    async (name, fields) => {
      const viewer = await product.signedIn();
      const record = fc.record(
        Object.fromEntries(fields.map((field) => [field, like[field] ?? odd])),
        { requiredKeys: [] },
      );
      const body = fc.oneof(
        { weight: 6, arbitrary: record },
        { weight: 1, arbitrary: fc.anything() },
      );
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const before = await rowsKept();
          const { status, body: answer } = await viewer.call(name as CallName, sent ?? {});
          expect(status).toBeLessThan(500);
          if (status < 400) return;
          expect(answer).toMatchObject({
            code: expect.any(String),
            description: expect.any(String),
          });
          expect(await rowsKept()).toEqual(before);
        }),
        { numRuns: 40 },
      );
      expect(product.log.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    },
  );
});
