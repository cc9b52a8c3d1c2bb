// When a part of a live ingest session is on the channel, and what is left of one without segments.
import { expect, it, vi } from 'vitest';
import { ladderFor } from '../ingest/encoding-ladder.ts';
import { newEncoding } from './live-encoder.ts';
import { createPictureParts, type PicturePartsDependencies } from './picture-parts.ts';

const RATE = { num: 25, den: 1 };
const SHAPE = { width: 256, height: 144, frameRate: RATE };
/** Milliseconds since 1970. */
const MADE = 1_800_000_000_000;

function createBench() {
  const rows: Record<string, unknown>[] = [];
  let now = MADE;
  const repository = {
    begin: vi.fn(async (row: Record<string, unknown>) => void rows.push(row)),
    grow: vi.fn(),
    forget: vi.fn(async () => void rows.pop()),
    measure: vi.fn(),
    setPicture: vi.fn(),
  };
  const parts = createPictureParts(
    {
      repository,
      files: { put: vi.fn() },
      sourceOf: async () => undefined,
      refresh: async () => undefined,
      showOnAir: async () => undefined,
      clock: { now: () => new Date(now) },
    } as unknown as PicturePartsDependencies,
    { id: 'session', liveChannelId: 7 },
  );
  const encoding = newEncoding({ part: 1, shape: SHAPE, bytes: Buffer.alloc(0) }, 'a', MADE * 1000);
  const renditions = ladderFor({ ...SHAPE, hasAudio: true });
  const begin = async (afterMs: number) => {
    now = MADE + afterMs;
    // The channel has no rendition: what they say of their init segments does not matter here.
    await parts.begin(encoding, new Map(), { ...SHAPE, rate: RATE, renditions });
    return rows.at(-1);
  };
  return { begin, rows, parts, repository, encoding };
}

it('has its place by the time its pictures were made, however soon the encoder has begun', async () => {
  const places = await Promise.all(
    [300, 900, 2000, 4500].map(async (ms) => (await createBench().begin(ms))?.startsAt),
  );
  // A second later each segment is stored in time.
  expect(places).toEqual(places.map(() => (MADE + 1000) * 1000));
});

it('has its place by its encoder where that takes much longer to begin', async () => {
  const row = await createBench().begin(6000);
  expect(row).toMatchObject({ startsAt: (MADE + 2000) * 1000, segments: 0, isOpen: true });
});

it('leaves nothing on the channel where it ends without a segment', async () => {
  const { begin, parts, rows, repository, encoding } = createBench();
  await begin(900);
  expect(rows).toHaveLength(1);
  await parts.close(encoding, false);
  expect(rows).toEqual([]);
  expect(repository.grow).not.toHaveBeenCalled();
  expect(repository.setPicture.mock.calls).toEqual([['session', 'away']]);
});

it('is on air with its first segment', async () => {
  const { begin, parts, repository, encoding } = createBench();
  await begin(900);
  expect(repository.setPicture).not.toHaveBeenCalled();
  encoding.heights = [144];
  const files = { init: Buffer.alloc(1), bytes: Buffer.alloc(9000) };
  await parts.store(encoding, { index: 0, duration: 2, renditions: new Map([[144, files]]) });
  const grown = { segments: 1, lastDuration: 2_000_000, isOpen: true };
  expect(repository.grow.mock.calls).toEqual([['a', grown]]);
  expect(repository.setPicture.mock.calls).toEqual([['session', 'on_air']]);
});
