// Linear channels are made from recordings of different sizes.
import { expect, it } from 'vitest';
import type { Programming } from '../../catalogue/reading/programming.service.ts';
import type { TitleAsset } from '../composition.service.ts';
import { testRendition } from '../ready-asset.test-kit.ts';
import { createLinearChannels } from './linear-source.ts';

/** The beginning of a week in South Africa, in microseconds since 1970. */
const MONDAY = Date.parse('2026-11-23T00:00:00+02:00') * 1000;

const recording = (id: string, heights: readonly number[]): TitleAsset => {
  const renditions = heights.map((height) => ({ ...testRendition(), height }));
  return {
    id,
    filesId: id,
    state: 'ready',
    durationMs: 2000,
    captions: [],
    renditions,
    parts: [{ id, renditions }],
  } as unknown as TitleAsset;
};

async function channelOf(recordings: readonly TitleAsset[]) {
  const small: string[] = [];
  const slots = recordings.map(({ id }, at) => ({
    /** Minutes of the week. */
    startsAt: at * 60,
    minutes: 60,
    title: id,
    assetIds: [id],
  }));
  const programming = {
    channels: [{ id: 1, slug: 'one', slots }],
    readAt: new Date(0),
  } as unknown as Programming;
  const channels = createLinearChannels({
    programming: async () => programming,
    version: () => 1,
    findAsset: async (id) => recordings.find((one) => one.id === id),
    findSlate: async () => recording('slate', [0, 144, 240, 360, 480, 720]),
    revisionOf: async () => 1,
    onFailure: (error) => {
      throw error;
    },
    onTooSmall: (_channel, assetIds) => small.push(...assetIds),
  });
  const source = await channels.find(1);
  const heights = source?.renditions.map(({ height }) => height);
  const end = MONDAY + recordings.length * 3_600_000_000;
  const shown = new Set(source?.between(MONDAY, end).map(({ assetId }) => assetId));
  return { heights, shown, small };
}

it('offers what all recordings of a channel have, and shows each of them', async () => {
  const { heights, shown, small } = await channelOf([
    recording('large', [0, 144, 240, 360, 480, 720, 1080]),
    recording('soft', [0, 144, 240, 360, 480]),
  ]);
  expect(heights).toEqual([0, 144, 240, 360, 480]);
  expect([...shown]).toEqual(expect.arrayContaining(['large', 'soft']));
  expect(small).toEqual([]);
});

it('shows slate for a recording below 360 lines, says so, and keeps the channel as it is', async () => {
  const { heights, shown, small } = await channelOf([
    recording('large', [0, 144, 240, 360, 480, 720]),
    recording('tiny', [0, 144, 240]),
  ]);
  // The tiny one lacks 480 and 720 lines as well, and still takes them from nobody.
  expect(heights).toEqual([0, 144, 240, 360, 480, 720]);
  expect(shown.has('tiny')).toBe(false);
  expect(small).toEqual(['tiny']);
});
