// The operator's calls about what is sent to live channels: keys, what is on air, its end.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  createPerson,
  createSession,
  type TestSession,
} from '@bonisa/backoffice/staff/staff.test-kit';
import { publishEntries } from '@bonisa/content/catalogue.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANNEL } from './live-ingest-product.test-kit.ts';
import { MESSAGE } from './rtmp-chunks.ts';

const PATH = '/studio/api/live';
const SECOND = 1e6;

let folder: string;
let product: ProductWithCatalogue;
let studio: FastifyInstance;
let operator: TestSession;
let liveChannelId: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-live-ingest-'));
  await mkdir(join(folder, 'contributions'));
  product = await createProductWithCatalogue({ DATA_DIR: folder });
  studio = await product.studio();
  operator = await createSession(product, await createPerson(product, ['operator']));
  liveChannelId = await product.idIn('live_channels', CHANNEL);
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  await product.app.media.liveIngest.service.end(liveChannelId);
  await product.rows('delete from contributions');
});

const get = async (path: string) =>
  (await ask(studio, `${PATH}/${path}`, { cookie: operator.cookie })).body;
const post = (path: string, body: object) => ask(studio, `${PATH}/${path}`, { ...operator, body });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body.code,
];
const lastAudit = async () =>
  (await product.rows('select * from staff_audit order by id desc limit 1'))[0];
const makeKey = async (channel = CHANNEL): Promise<string> => {
  const { status, body } = await post(`channels/${channel}/key`, { reason: 'For the OB van' });
  expect([status, body.channel]).toEqual([200, channel]);
  return body.stream_key;
};
const channelsWithKeys = async () => {
  const { data } = await get('channels');
  return data.flatMap((one: { channel: string; key: unknown }) => (one.key ? one.channel : []));
};
const setShown = (channel: string, shown: boolean) =>
  publishEntries(product.app.catalogue.editing, [
    { kind: 'liveChannel', key: channel, published: shown },
  ]);

describe('stream keys in the studio', () => {
  it('are shown once, replaced and revoked, and the audit has the reason and no key', async () => {
    const first = await makeKey();
    expect(first).toMatch(/^[\w-]{43}$/);
    const body = { reason: 'The van has lost it', record_to: 'ekhaya' };
    const wrong = await post(`channels/${CHANNEL}/key`, { ...body, record_to: 'nothing' });
    expect([wrong.status, wrong.body.fields?.[0]?.field]).toEqual([400, 'record_to']);
    const second = (await post(`channels/${CHANNEL}/key`, body)).body.stream_key;
    const { data, port } = await get('channels');
    const shown = data.find(({ channel }: { channel: string }) => channel === CHANNEL);
    expect([port, shown.key]).toEqual([
      null,
      { made_at: product.clock.now().toISOString(), record_to: 'ekhaya' },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'studioMakeStreamKey',
      subject: `live_channel:${CHANNEL}`,
      reason: body.reason,
    });
    const { service } = product.app.media.liveIngest;
    expect(await service.publish(first, () => undefined)).toBeUndefined();
    expect(await service.publish(second, () => undefined)).toBeDefined();
    const revoked = await post(`channels/${CHANNEL}/key/revoke`, { reason: 'No more' });
    expect(revoked.body).toEqual({ revoked: true });
    expect(outcome(await post(`channels/${CHANNEL}/key/revoke`, { reason: 'Again' }))).toEqual([
      404,
      'not_found',
    ]);
    const kept = JSON.stringify(await product.rows('select * from staff_audit'));
    for (const key of [first, second])
      for (const text of [kept, JSON.stringify(data), ...product.log])
        expect(text).not.toContain(key);
  });

  it.each([
    ['channels/nothing/key', { reason: 'x' }, 404],
    ['channels/nothing/key/revoke', { reason: 'x' }, 404],
    [`channels/${CHANNEL}/key`, {}, 400],
    [`channels/${CHANNEL}/key`, { reason: ' ' }, 400],
    [`channels/${CHANNEL}/key`, { reason: 'x', record_to: '../etc' }, 400],
    ['ingest-sessions/018f0000-0000-7000-8000-000000000000/end', { reason: 'x' }, 404],
  ])('refuse %s with %o by %i', async (path, body, status) => {
    expect((await post(path, body)).status).toBe(status);
  });
});

describe('stream keys of a channel that viewers do not see', () => {
  const DRAFT = 'radio-draft';
  const DELETED = { kind: 'liveChannel', key: DRAFT, delete: true } as const;
  const publish = (key: string, close: (why: string) => void = () => undefined) =>
    product.app.media.liveIngest.service.publish(key, close);
  beforeEach(async () => {
    const words = { title: 'Radio Draft', tagline: 'Soon.', description: 'Soon on air.' };
    const facts = { category: 'talk', genre: 'drama', languages: ['zu'] };
    await publishEntries(product.app.catalogue.editing, [
      { kind: 'liveChannel', slug: DRAFT, ...words, ...facts },
    ]);
  });
  afterEach(async () => {
    await setShown(CHANNEL, true);
    await product.rows('delete from stream_keys');
    await publishEntries(product.app.catalogue.editing, [DELETED]);
  });

  it('are made before it is published, for a rehearsal, and revoked', async () => {
    const key = await makeKey(DRAFT);
    expect(await channelsWithKeys()).toEqual([DRAFT]);
    expect(await publish(key)).toBeDefined();
    expect((await get('ingest-sessions')).open).toMatchObject([{ channel: DRAFT }]);
    expect((await post(`channels/${DRAFT}/key/revoke`, { reason: 'Enough' })).status).toBe(200);
    expect(await publish(key)).toBeUndefined();
  });

  it('are listed and revoked after it was withdrawn', async () => {
    const key = await makeKey();
    await setShown(CHANNEL, false);
    expect(await channelsWithKeys()).toEqual([CHANNEL]);
    expect((await post(`channels/${CHANNEL}/key/revoke`, { reason: 'Over' })).status).toBe(200);
    expect(await publish(key)).toBeUndefined();
  });

  it('end with a channel that is deleted, and so does their publisher', async () => {
    const key = await makeKey(DRAFT);
    const close = vi.fn();
    const publication = await publish(key, close);
    await publishEntries(product.app.catalogue.editing, [DELETED]);
    publication?.take({ type: MESSAGE.audio, timestamp: 0, payload: Buffer.from([0xaf, 1, 9]) });
    await vi.waitFor(() => expect(close).toHaveBeenCalledWith('the live channel was deleted'));
    publication?.end('lost');
    expect(await publish(key)).toBeUndefined();
    await product.app.media.liveIngest.service.purge();
    expect(await product.rows('select * from stream_keys')).toEqual([]);
  });

  it.each([
    ['a video for viewers where they see the channel', true],
    ['a draft where they do not', false],
  ])('make a recording that is %s', async (_which, shown) => {
    // Recordings are named after the second in which they began.
    product.clock.moveTo(new Date(product.clock.now().getTime() + 1000));
    const body = { reason: 'For the match', record_to: 'ekhaya' };
    const { stream_key: key } = (await post(`channels/${CHANNEL}/key`, body)).body;
    await setShown(CHANNEL, shown);
    const publication = await publish(key);
    const picture = Buffer.from([0x17, 1, 0, 0, 0, 1, 2, 3]);
    publication?.take({ type: MESSAGE.video, timestamp: 0, payload: picture });
    await product.app.media.liveIngest.service.end(liveChannelId);
    const made = "select published from titles where slug like 'radio-lamp-%' order by id desc";
    expect((await product.rows(made))[0]).toEqual({ published: shown });
  });
});

describe('live ingest sessions in the studio', () => {
  let id: string;
  beforeEach(async () => {
    const { service } = product.app.media.liveIngest;
    const key = await makeKey();
    const publication = await service.publish(key, () => undefined, '196.25.1.0/24');
    publication?.take({ type: MESSAGE.audio, timestamp: 0, payload: Buffer.from([0xaf, 1, 9]) });
    // How far it is has been noted: nothing of it is on its way any more.
    await vi.waitFor(async () => expect((await service.unfinished())[0]?.bytes).toBeGreaterThan(0));
    id = (await service.unfinished())[0]?.id ?? '';
  });

  it('are listed with their state, their sender and their quality', async () => {
    const now = product.clock.now();
    await product.rows(
      `update contributions set bytes = 5000000, started_at = seen_at - interval '10 seconds', picture = 'on_air'`,
    );
    const renditions = [480, 240].map((height) => ({ height, hourBytes: height * 450_000 }));
    await product.rows(
      `insert into contribution_parts (asset_id, contribution_id, live_channel_id, starts_at, segment_duration, last_duration, segments, is_open, sequence, discontinuity, renditions)
       values ('${product.app.newId()}', '${id}', ${liveChannelId}, ${now.getTime() * 1000}, ${2 * SECOND}, ${2 * SECOND}, 1, true, 1, 1, '${JSON.stringify(renditions)}')`,
    );
    const { open, over } = await get('ingest-sessions');
    expect(over).toEqual([]);
    expect(open).toMatchObject([
      {
        id,
        channel: CHANNEL,
        state: 'live',
        picture: 'on_air',
        network: '196.25.1.0/24',
        publishers: 1,
        received_kbps: 4000,
        renditions: [
          { height: 240, kbps: 240 },
          { height: 480, kbps: 480 },
        ],
        ended_at: null,
        end_asked_at: null,
      },
    ]);
    await product.rows(`update contributions set seen_at = seen_at - interval '31 seconds'`);
    expect((await get('ingest-sessions')).open[0].state).toBe('silent');
  });

  it('are ended once, with a reason, and with their key where that is asked for', async () => {
    const body = { reason: 'Not what was agreed', revoke_key: true };
    const { status, body: answer } = await post(`ingest-sessions/${id}/end`, body);
    expect([status, answer.session.state]).toEqual([200, 'ended']);
    expect(await lastAudit()).toMatchObject({
      action: 'studioEndLiveIngestSession',
      subject: `live-ingest-session:${id}`,
      reason: body.reason,
      details: { revoke_key: true },
    });
    expect(outcome(await post(`ingest-sessions/${id}/end`, body))).toEqual([409, 'conflict']);
    const { open, over } = await get('ingest-sessions');
    expect([open, over.length]).toEqual([[], 1]);
    expect(await product.rows('select * from stream_keys')).toEqual([]);
  });
});
