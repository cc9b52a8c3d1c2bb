// What live ingest sessions leave in the file store and on the air is removed, by any process.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { liveIngestParts, liveIngestSessions } from './live-ingest.tables.ts';
import { createLiveIngestPartsRepository } from './live-ingest-parts.repository.ts';
import { createOnAir } from './on-air.service.ts';
import { createPartsSweep } from './parts-sweep.ts';

const ID = '01890000-0000-7000-8000-0000000000c1';
const PART = '01890000-0000-7000-8000-0000000000d1';
const CHANNEL = 7;
const SEGMENTS = 600;
const START = new Date('2031-03-03T10:00:00Z');
const MINUTE = 60_000;

let open: OpenDatabase;
let now: Date;
const clock = { now: () => now };
let removed: string[];
let shown: number[];
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open?.close());

/** A live ingest session of twenty minutes in two renditions, whose process has ended by itself. */
beforeEach(async () => {
  await open.db.delete(liveIngestSessions);
  now = START;
  removed = [];
  shown = [];
  await open.db.insert(liveIngestSessions).values({
    ...{ id: ID, liveChannelId: CHANNEL, state: 'live', picture: 'on_air' },
    ...{ startedAt: START, seenAt: new Date(START.getTime() + 20 * MINUTE) },
    ...{ bytes: 1000, publishers: 1 },
  });
  await open.db.insert(liveIngestParts).values({
    ...{ assetId: PART, ingestSessionId: ID, liveChannelId: CHANNEL },
    startsAt: START.getTime() * 1000,
    ...{ segmentDuration: 2_000_000, lastDuration: 2_000_000, segments: SEGMENTS, isOpen: true },
    ...{ sequence: 1, discontinuity: 1 },
    renditions: [0, 240].map((height) => ({
      ...{ height, pixelWidth: 0, pixelHeight: 0, frameRate: 0, codecs: 'mp4a.40.2' },
      ...{ bandwidth: 1, averageBandwidth: 1, hourBytes: 1 },
    })),
  });
});

/** Sweeps so many minutes after the beginning, in a process that takes no publishers. */
async function sweepAfter(minutes: number): Promise<void> {
  now = new Date(START.getTime() + minutes * MINUTE);
  const repository = createLiveIngestPartsRepository(open.db);
  await createPartsSweep({
    repository,
    files: {
      remove: async (path) => void removed.push(path),
      removeFolder: async (path) => void removed.push(`${path}/`),
    },
    live: { onAir: createOnAir({ repository, clock }), scheduleOf: async () => undefined },
    showSchedule: async (channel) => void shown.push(channel),
    clock,
  })();
}
const parts = () => open.db.select().from(liveIngestParts);

it('a live ingest session whose process never came back is taken off the air, once', async () => {
  const left = async () =>
    (await open.db.select().from(liveIngestSessions).where(eq(liveIngestSessions.id, ID)))[0]
      ?.onAirUntil;
  await sweepAfter(20);
  expect([await left(), shown]).toEqual([null, []]);
  await sweepAfter(22);
  const end = START.getTime() + 20 * MINUTE;
  expect(((await left()) ?? 0) / 1000 - end).toBe(45_000);
  await sweepAfter(23);
  expect([shown, removed]).toEqual([[CHANNEL], []]);
});

it('a live ingest session that another one of its channel has followed leaves the pages to it', async () => {
  const [next, part] = [`${ID.slice(0, -1)}2`, `${PART.slice(0, -1)}2`];
  const [row] = await open.db.select().from(liveIngestSessions);
  const [first] = await parts();
  const startsAt = START.getTime() * 1000 + 1_210_000_000;
  await open.db.insert(liveIngestSessions).values({
    ...(row as typeof liveIngestSessions.$inferInsert),
    ...{ id: next, seenAt: new Date(START.getTime() + 22 * MINUTE) },
  });
  await open.db.insert(liveIngestParts).values({
    ...(first as typeof liveIngestParts.$inferInsert),
    ...{ assetId: part, ingestSessionId: next, startsAt, segments: 50 },
  });
  await sweepAfter(22);
  const left = await open.db.select().from(liveIngestSessions).orderBy(liveIngestSessions.id);
  expect(left.map(({ onAirUntil }) => onAirUntil)).toEqual([startsAt, null]);
  expect(shown).toEqual([]);
});

it('segments are removed when nobody can go back to them, in all renditions, and once', async () => {
  await sweepAfter(131);
  expect((await parts())[0]?.removed).toBe(30);
  await sweepAfter(132);
  const expected = Array.from({ length: 60 }, (_, index) =>
    ['audio', '240p'].map((folder) => `media/${PART}/${folder}/${index}.m4s`),
  );
  expect(removed.toSorted()).toEqual(expected.flat().toSorted());
});

it('nothing of a live ingest session stays in the file store two hours after its end', async () => {
  await sweepAfter(151);
  expect(removed).toEqual([`media/${PART}/`]);
  expect(await parts()).toEqual([]);
});
