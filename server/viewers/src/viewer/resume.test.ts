// F10 B2 (the server's part): resume positions.
import { list, resume } from '@bonisa/contract/list.calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from './viewer.test-kit.ts';

/** All media of this catalogue are 30 seconds long. */
const SECONDS = 30;

let product: ProductWithCatalogue;
let isibane: number;
let umuzi: number;
let first: number;
let second: number;
beforeAll(async () => {
  product = await createProductWithCatalogue();
  [isibane, umuzi] = [
    await product.idIn('titles', 'isibane'),
    await product.idIn('titles', 'umuzi'),
  ];
  [first, second] = [
    await product.idIn('episodes', 'lamplight-s1e1'),
    await product.idIn('episodes', 'lamplight-s1e2'),
  ];
});
afterAll(() => product.close());

const ago = (seconds: number): string =>
  new Date(product.clock.now().getTime() - seconds * 1000).toISOString();
const put = async (viewer: SignedInVisitor, ...positions: unknown[]) =>
  (await viewer.call('putResume', { positions })).body;
const items = async (viewer: SignedInVisitor) => {
  const { body } = await viewer.call('resume');
  expect(resume.reply.parse(body)).toEqual(body);
  return resume.reply.parse(body).items.map(({ time, title }) => `${title.slug} ${time}`);
};

const latestEpisode = async (viewer: SignedInVisitor): Promise<number | undefined> => {
  const { items: begun } = resume.reply.parse((await viewer.call('resume')).body);
  return begun.find(({ title }) => title.kind === 'episode')?.title.id;
};

describe('a resume position', () => {
  // F10
  it('is stored for a video and for the last watched episode of a show, and appears on the cards', async () => {
    const viewer = await product.signedIn();
    expect(await put(viewer, { video_id: isibane, time: 10 })).toEqual({ kept: 1 });
    product.clock.by(60);
    expect(await put(viewer, { episode_id: first, time: 12 })).toEqual({ kept: 1 });
    product.clock.by(60);
    await put(viewer, { episode_id: second, time: 4 });
    expect(await items(viewer)).toEqual(['lamplight-s1e2 4', 'isibane 10']);
    expect((await viewer.call('viewer')).body.resume).toEqual([
      { kind: 'episode', id: second, time: 4, duration: SECONDS, show: 'lamplight' },
      { kind: 'video', id: isibane, time: 10, duration: SECONDS, show: null },
    ]);
    const { positionIn } = product.app.viewer.resume;
    expect(await positionIn(viewer.subscriberId, { kind: 'episode', id: second })).toBe(4);
    expect(await positionIn(viewer.subscriberId, { kind: 'episode', id: first })).toBeNull();
    expect(await positionIn(viewer.subscriberId, { kind: 'video', id: umuzi })).toBeNull();
  });

  it('moves on to the next episode when one is finished, and marks what was seen on the list', async () => {
    const viewer = await product.signedIn();
    for (const item of [{ video_id: isibane }, { video_id: umuzi }, { show: 'lamplight' }])
      await viewer.call('addToList', item);
    expect(await put(viewer, { episode_id: first, time: 29 })).toEqual({ kept: 1 });
    await put(viewer, { video_id: isibane, time: 29 });
    expect(await items(viewer)).toEqual(['lamplight-s1e2 0']);
    const watched = async () => {
      const { videos } = list.reply.parse((await viewer.call('list', {})).body);
      return videos.filter((item) => 'watched' in item && item.watched).map(({ slug }) => slug);
    };
    expect(await watched()).toEqual(['isibane']);

    // Watching again makes it unfinished; the last episode finishes the show.
    await put(viewer, { video_id: isibane, time: 15 });
    for (let at = 0; at < 9 && (await items(viewer)).some((item) => item.startsWith('l')); at++)
      await put(viewer, { episode_id: await latestEpisode(viewer), time: 30 });
    expect(await items(viewer)).toEqual(['isibane 15']);
    expect(await watched()).toEqual(['lamplight']);
  });

  // F10
  it('is replaced by a newer one, and removed near the beginning and the end', async () => {
    const viewer = await product.signedIn();
    for (const time of [1, 29, 30, 86_400]) {
      await put(viewer, { video_id: isibane, time: 15 });
      expect(await items(viewer)).toEqual(['isibane 15']);
      expect(await put(viewer, { video_id: isibane, time })).toEqual({ kept: 0 });
      expect(await items(viewer)).toEqual([]);
    }
  });

  // F10
  it('merges at sign-in: the newest wins, a finished title stays finished, and no position lies in the future', async () => {
    const viewer = await product.signedIn();
    product.clock.by(3600);
    await put(
      viewer,
      { video_id: isibane, time: 15 },
      { episode_id: first, time: 20, at: ago(600) },
    );
    await put(
      viewer,
      { video_id: isibane, time: 5, at: ago(300) },
      { episode_id: second, time: 9, at: ago(60) },
      { video_id: umuzi, time: 7, at: ago(-999_999) },
    );
    expect(new Set(await items(viewer))).toEqual(
      new Set(['isibane 15', 'lamplight-s1e2 9', 'umuzi 7']),
    );
    expect(
      await product.rows(
        `select 1 from resume_positions where at > '${product.clock.now().toISOString()}'`,
      ),
    ).toEqual([]);
    product.clock.by(10);
    await put(viewer, { video_id: umuzi, time: 30 });
    expect(await put(viewer, { video_id: umuzi, time: 8, at: ago(5) })).toEqual({ kept: 0 });
    expect(await items(viewer)).not.toContain('umuzi 8');
  });

  // F10
  it('can be removed for a video, and for a whole show by any of its episodes', async () => {
    const viewer = await product.signedIn();
    await put(viewer, { video_id: isibane, time: 15 }, { episode_id: second, time: 9 });
    const remove = async (body: unknown) => (await viewer.call('removeResume', body)).body;
    expect(await remove({ video_id: umuzi })).toEqual({ removed: false });
    // A show's id is not the id of a video.
    expect(await remove({ video_id: await product.idIn('titles', 'lamplight') })).toEqual({
      removed: false,
    });
    expect(await remove({ video_id: isibane })).toEqual({ removed: true });
    expect(await remove({ video_id: isibane })).toEqual({ removed: false });
    expect(await remove({ episode_id: first })).toEqual({ removed: true });
    expect(await items(viewer)).toEqual([]);
    await put(viewer, { episode_id: second, time: 9 });
    await product.hide('show', 'lamplight');
    try {
      expect(await items(viewer)).toEqual([]);
      expect(await remove({ episode_id: second })).toEqual({ removed: true });
    } finally {
      await product.hide('show', 'lamplight', false);
    }
    expect(await items(viewer)).toEqual([]);
  });

  // F10
  // F10
  it('is there again when its title was deleted and returned', async () => {
    const viewer = await product.signedIn();
    await put(viewer, { video_id: umuzi, time: 11 });
    product.clock.by(60);
    await put(viewer, { episode_id: second, time: 7 });
    await product.deleteAndReturn('video', 'umuzi');
    await product.deleteAndReturn('show', 'lamplight');
    expect(await items(viewer)).toEqual(['lamplight-s1e2 7', 'umuzi 11']);
  });

  it('ignores unknown titles, refuses malformed positions and then writes nothing', async () => {
    const viewer = await product.signedIn();
    expect(
      await put(
        viewer,
        { video_id: 99_999, time: 15 },
        { video_id: await product.idIn('titles', 'lamplight'), time: 15 },
      ),
    ).toEqual({ kept: 0 });
    for (const position of [
      {},
      { time: 5 },
      { video_id: isibane },
      { video_id: isibane, time: -1 },
      { video_id: isibane, time: 1.5 },
      { video_id: isibane, time: 86_401 },
      { video_id: isibane, episode_id: first, time: 5 },
      { video_id: isibane, time: 5, at: 'yesterday' },
      { video_id: isibane, time: 5, more: 1 },
    ]) {
      const { status, body } = await viewer.call('putResume', { positions: [position] });
      expect([status, body.code]).toEqual([400, 'invalid_request']);
    }
    expect((await viewer.call('putResume', { positions: [] })).status).toBe(400);
    expect(
      await product.rows(
        `select 1 from resume_positions where subscriber_id = ${viewer.subscriberId}`,
      ),
    ).toEqual([]);
  });

  // F10
  it('is stored for the latest two hundred titles only', async () => {
    const viewer = await product.signedIn();
    await product.rows(
      `insert into resume_positions (subscriber_id, title_id, seconds, duration_seconds, at)
       select ${viewer.subscriberId}, 1000000 + n, 9, 30, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second' from generate_series(1, 250) n returning 1`,
    );
    await put(viewer, { video_id: isibane, time: 15 });
    expect(
      await product.rows(
        `select count(*)::int as n from resume_positions where subscriber_id = ${viewer.subscriberId}`,
      ),
    ).toEqual([{ n: 200 }]);
    expect(await items(viewer)).toEqual(['isibane 15']);
  });

  // F10, the privacy policy: twelve months after the subscription has ended
  it('is deleted with the list a year after the last served day, and not before', async () => {
    const viewer = await product.signedIn();
    await put(viewer, { video_id: isibane, time: 15 });
    await viewer.call('addToList', { show: 'lamplight' });
    const kept = async () =>
      (
        await Promise.all(
          ['list_items', 'resume_positions'].map((table) =>
            product.rows(`select 1 from ${table} where subscriber_id = ${viewer.subscriberId}`),
          ),
        )
      ).flat().length;
    await product.everybodyStops();
    await product.advance(86_400 + 364 * 86_400);
    await product.app.viewer.purge();
    expect(await kept()).toBe(2);
    const stays = await product.signedIn();
    await put(stays, { video_id: isibane, time: 15 });
    await product.advance(2 * 86_400);
    await product.app.viewer.purge();
    expect(await kept()).toBe(0);
    expect(await items(stays)).toHaveLength(1);
  });

  // F10
  it('is the newest of two concurrent browsers, without a deadlock', async () => {
    const viewer = await product.signedIn();
    const batches = [
      [
        { video_id: isibane, time: 3, at: ago(20) },
        { video_id: umuzi, time: 4, at: ago(5) },
      ],
      [
        { video_id: umuzi, time: 5, at: ago(10) },
        { video_id: isibane, time: 6, at: ago(1) },
      ],
    ];
    await Promise.all(
      [...batches, ...batches].map((positions) => viewer.call('putResume', { positions })),
    );
    expect(await items(viewer)).toEqual(['isibane 6', 'umuzi 4']);
  });
});
