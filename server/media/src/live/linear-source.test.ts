// Linear channels are made from recordings of different sizes.

import type { Programming } from '@bonisa/content/reading/programming.service';
import type { Clock } from '@bonisa/kit/clock/clock';
import { describe, expect, it } from 'vitest';
import type { TitleAsset } from '../composition.service.ts';
import { testRendition } from '../ready-asset.test-kit.ts';
import { createLinearChannels } from './linear-source.ts';
import type { PlanRow } from './live.repository.ts';
import type { PlansRepository } from './live-plans.service.ts';

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

/** The plans as a database keeps them. */
function plansInMemory(): PlansRepository {
  let rows: PlanRow[] = [];
  return {
    plansOf: async () => [...rows],
    revisionBefore: async () => 0,
    insertPlan: async (row) => {
      if (rows.every(({ revision }) => revision !== row.revision)) rows = [...rows, row];
    },
    removePlans: async (_channel, gone) => {
      rows = rows.filter(({ revision }) => !gone.includes(revision));
    },
  };
}

async function channelOf(recordings: readonly TitleAsset[]) {
  const small: string[] = [];
  const slots = recordings.map(({ id }, at) => ({
    /** Minutes of the week. */
    startsAt: at * 60,
    minutes: 60,
    title: id,
    chosen: null,
    assetIds: [id],
  }));
  const programming = {
    channels: [{ id: 1, slug: 'one', languages: ['zu'], slots, slateAssetId: 'slate' }],
    readAt: new Date(0),
    goodUntil: new Date(8.64e15),
  } as unknown as Programming;
  const channels = createLinearChannels({
    programming: async () => programming,
    version: () => 1,
    findAsset: async (id) =>
      [...recordings, recording('slate', [0, 144, 240, 360, 480, 720])].find(
        (one) => one.id === id,
      ),
    plans: plansInMemory(),
    clock: { now: () => new Date(MONDAY / 1000) } as Clock,
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

describe('a change of what a channel may play', () => {
  const HOUR = 3_600_000;
  /** Two processes over one database, and what the schedule has now. */
  function productOf(first: readonly string[]) {
    const plans = plansInMemory();
    const state = { version: 1, now: MONDAY / 1000 + 3.25 * HOUR, pool: first, gone: '' };
    const process = () =>
      createLinearChannels({
        programming: async () => {
          const slots = [0, 2, 4, 6].map((hour) => ({
            ...{ startsAt: hour * 60, minutes: 120, title: 'programme', chosen: null },
            assetIds: state.pool,
          }));
          const channel = { id: 1, slug: 'one', title: 'One', languages: [], slots };
          const channels = [{ ...channel, slateAssetId: 'slate' }];
          return { channels, readAt: new Date(state.now), goodUntil: new Date(8.64e15) };
        },
        version: () => state.version,
        findAsset: async (id) => (id === state.gone ? undefined : recording(id, [0, 360])),
        plans,
        clock: { now: () => new Date(state.now) } as Clock,
        onFailure: (error) => {
          throw error;
        },
        onTooSmall: () => undefined,
      });
    const change = (pool: readonly string[]) => {
      Object.assign(state, { pool, version: state.version + 1, now: state.now + 1000 });
    };
    return { state, process, change };
  }
  const shownIn = async (
    channels: ReturnType<typeof createLinearChannels>,
    from: number,
    to: number,
  ) =>
    (await channels.find(1))?.between(MONDAY + from * HOUR * 1000, MONDAY + to * HOUR * 1000) ?? [];

  it('leaves two hours back and the programme on air as they are, and comes after it', async () => {
    const { process, change } = productOf(['a', 'b']);
    const before = await shownIn(process(), 1, 4);
    change(['c']);
    const after = process();
    expect(await shownIn(after, 1, 4)).toEqual(before);
    const next = await shownIn(after, 4, 5);
    expect(new Set(next.map(({ assetId }) => assetId))).toEqual(new Set(['c']));
    expect(next[0]?.sequence).toBe((before.at(-1)?.sequence ?? 0) + 1);
    // Another process finds the same from what is kept.
    expect(await shownIn(process(), 1, 5)).toEqual(await shownIn(after, 1, 5));
  });

  it('does not show again what was deleted, and counts on', async () => {
    const { state, process, change } = productOf(['a', 'b']);
    const before = await shownIn(process(), 3, 3.2);
    state.gone = 'a';
    change(['b']);
    const after = await shownIn(process(), 3, 3.2);
    expect(new Set(after.map(({ assetId }) => assetId))).toEqual(new Set(['b']));
    expect(after[0]?.sequence).toBeGreaterThan(before.at(-1)?.sequence ?? 0);
  });
});

it('is off air in holes without a slate', async () => {
  const channels = createLinearChannels({
    programming: async () => ({
      channels: [
        {
          ...{ id: 1, slug: 'one', title: 'One', languages: [], slateAssetId: null },
          slots: [{ startsAt: 60, minutes: 60, title: 'film', chosen: 'film', assetIds: [] }],
        },
      ],
      readAt: new Date(0),
      goodUntil: new Date(8.64e15),
    }),
    version: () => 1,
    findAsset: async (id) => recording(id, [0, 360]),
    plans: plansInMemory(),
    clock: { now: () => new Date(MONDAY / 1000) } as Clock,
    onFailure: (error) => {
      throw error;
    },
    onTooSmall: () => undefined,
  });
  const source = await channels.find(1);
  const hour = 3_600_000_000;
  expect(source?.between(MONDAY, MONDAY + hour)).toEqual([]);
  expect(source?.between(MONDAY + hour, MONDAY + 2 * hour)).toHaveLength(1800);
});
