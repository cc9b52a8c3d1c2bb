// Interfaces 'Watching': playlists and bearer tokens end within a minute of sign-out, STOP ALL,
// removal and the end of the right to watch.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import {
  type Answer,
  createVisitor,
  freshNumber,
  toAccept,
  type Visitor,
} from '@bonisa/server/app.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../media.tables.ts';
import { readyAsset } from '../ready-asset.test-kit.ts';

const MINUTE = 60;
const DAY = 86_400;

let product: ProductWithCatalogue;
let site: FastifyInstance;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-play-end-'));
  product = await createProductWithCatalogue({ DATA_DIR: folder });
  await product.open.db.insert(mediaAssets).values(readyAsset(product.clock.now()));
  site = product.site;
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

interface Watching {
  readonly visitor: Visitor;
  readonly msisdn: string;
  readonly playlist: string;
  readonly token: string;
}

/** A viewer who has just opened a video and whose app has a bearer token. */
async function watching(msisdn = freshNumber()): Promise<Watching> {
  const visitor = createVisitor(site);
  expect(
    (await visitor.call('subscribe', await toAccept(product, visitor, msisdn))).body.status,
  ).toBe('success');
  return { visitor, msisdn, ...(await play(visitor)) };
}

async function play(visitor: Visitor): Promise<Pick<Watching, 'playlist' | 'token'>> {
  const { body } = await visitor.send('POST', '/api/play', { video: 'isibane', take_over: true });
  expect(body).toMatchObject({ entitled: true });
  return {
    playlist: String(body.playlist),
    token: String((await visitor.call('bearerToken')).body.access_token),
  };
}

const anybody = () => createVisitor(site);
const get = async (url: string): Promise<[number, unknown]> => {
  const answer = await site.inject({ method: 'GET', url });
  return [answer.statusCode, answer.statusCode === 200 ? '' : answer.json<{ code: string }>().code];
};
const list = (token: string): Promise<Answer> =>
  anybody().send('POST', '/content/v1/playlist', {}, { authorization: `Bearer ${token}` });

async function answers({
  playlist,
  token,
}: Pick<Watching, 'playlist' | 'token'>): Promise<unknown[]> {
  const rendition = playlist.replace('master', '360p');
  const { status, body } = await list(token);
  return [await get(playlist), await get(rendition), [status, status === 200 ? '' : body.code]];
}
const SERVED = [
  [200, ''],
  [200, ''],
  [200, ''],
];
const ENDED = [
  [403, 'not_entitled'],
  [403, 'not_entitled'],
  [401, 'invalid_token'],
];

const unsubscribe = async ({ visitor }: Watching): Promise<void> => {
  expect((await visitor.call('unsubscribe', {})).status).toBe(200);
};

describe('playlists and bearer tokens of a viewer', () => {
  it.each<[string, (viewer: Watching) => Promise<unknown>]>([
    ['signing out', ({ visitor }) => visitor.call('signOut')],
    [
      'signing out everywhere on another device',
      async ({ msisdn }) => (await watching(msisdn)).visitor.call('signOut', { everywhere: true }),
    ],
    ['STOP ALL by message', ({ msisdn }) => handsetSends(product, msisdn, 'STOP ALL')],
    [
      'STOP ALL after STOP, with time left',
      async ({ msisdn }) => {
        await handsetSends(product, msisdn, 'STOP');
        await handsetSends(product, msisdn, 'STOP ALL');
      },
    ],
    [
      'the removal of the data',
      ({ visitor }) => visitor.call('deletePersonalData', { confirm: 'delete' }),
    ],
    [
      'another sign-in in the same browser',
      async ({ visitor, msisdn }) =>
        visitor.call('subscribe', await toAccept(product, visitor, msisdn)),
    ],
    [
      'another owner of the number',
      async ({ visitor }) => product.app.owners.removal.handOver(await idOf(visitor)),
    ],
  ])('end within a minute of %s, and another viewer continues', async (_what, end) => {
    const [viewer, other] = [await watching(), await watching()];
    expect(await answers(viewer)).toEqual(SERVED);
    await end(viewer);
    product.clock.by(MINUTE - 1);
    expect(await answers(viewer)).toEqual(ENDED);
    expect(await answers(other)).toEqual(SERVED);
  });

  it('end with the paid time, even when it was checked a moment before', async () => {
    const viewer = await watching();
    await unsubscribe(viewer);
    product.clock.by(DAY - 5 * MINUTE);
    const late = await play(viewer.visitor);
    product.clock.by(5 * MINUTE - 1);
    expect(await answers(late)).toEqual(SERVED);
    product.clock.by(1);
    expect(await answers(late)).toEqual([
      [403, 'signature_expired'],
      [403, 'signature_expired'],
      [401, 'invalid_token'],
    ]);
    expect((await viewer.visitor.send('POST', '/api/play', { video: 'isibane' })).body).toEqual({
      entitled: false,
      reason: 'expired',
    });
  });

  it('end with a refund that ends the subscription', async () => {
    const msisdn = freshNumber();
    await unsubscribe(await watching(msisdn));
    await product.advance(DAY + MINUTE);
    const viewer = await watching(msisdn);
    const [charge] = await product.rows(
      `select c.reference from charges c join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id where n.msisdn = '${msisdn}'`,
    );
    expect(await answers(viewer)).toEqual(SERVED);
    await product.app.billing.refundService.request({
      reference: String(charge?.reference),
      why: 'asked for',
    });
    await product.advance(MINUTE - 1);
    expect(await answers(viewer)).toEqual(ENDED);
  });

  it('end when another process ended the right to watch', async () => {
    const viewer = await watching();
    expect(await answers(viewer)).toEqual(SERVED);
    await product.again().subscription.service.block(viewer.msisdn as never, 'stop_all');
    product.clock.by(MINUTE - 1);
    expect(await answers(viewer)).toEqual(ENDED);
  });
});

describe('bearer tokens', () => {
  // P3
  it('are not issued to a blocked number; an expired subscription gets one for calls that need no right to watch', async () => {
    const blocked = await watching();
    await handsetSends(product, blocked.msisdn, 'STOP ALL');
    const refused = await blocked.visitor.call('bearerToken');
    expect([refused.status, refused.body.code]).toEqual([403, 'not_entitled']);
    const gone = await watching();
    await unsubscribe(gone);
    product.clock.by(DAY);
    expect((await list(gone.token)).status).toBe(401);
    const { body } = await gone.visitor.call('bearerToken');
    expect((await list(String(body.access_token))).status).toBe(200);
    await gone.visitor.call('signOut');
    product.clock.by(MINUTE - 1);
    expect((await list(String(body.access_token))).status).toBe(401);
  });
});

async function idOf(visitor: Visitor): Promise<number> {
  return Number((await visitor.call('viewer')).body.user_id);
}
