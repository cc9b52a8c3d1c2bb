// C9 R10: the guide by windows of time.

import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { countStatements } from '@bonisa/kit/database/statement-counter.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestCatalogue,
  publishEntries,
  type TestCatalogue,
  video,
} from '../catalogue.test-kit.ts';
import { fillEverything } from './everything.test-kit.ts';
import { guideChannels } from './guide-channels.test-kit.ts';

const CHANNELS = 200;
const names = (items: readonly { programmes: readonly { title: string }[] }[] | undefined) =>
  items?.map(({ programmes }) => programmes.map(({ title }) => title));

let kit: TestCatalogue;
let statements: string[];

/** Half an hour each, for twelve hours of the day on which the test looks. */
async function addChannels(): Promise<void> {
  await publishEntries(kit.editing, [
    { kind: 'liveCategory', slug: 'konke', title: 'All', published: true, position: 2 },
    ...guideChannels({ channels: CHANNELS, from: 8 * 60, programmes: 24 }),
  ]);
}

beforeAll(async () => {
  const counted = countStatements(await createTestDatabase());
  statements = counted.statements;
  kit = await createTestCatalogue(counted);
  await fillEverything(kit);
  // Sunday, 21:59 in South Africa.
  kit.clock.moveTo(new Date('2031-03-02T19:59:30Z'));
});
afterAll(() => kit?.close());

describe('the guide', () => {
  it('shows what is on now and next, across the end of the week', async () => {
    const page = await kit.pageData.live({ page: 1 });
    expect(page?.header?.headline).toBe('Now on air');
    // A category is headed by a channel of its own, or by none.
    const { category, slug } = page?.header ?? {};
    const other = page?.categories.find((one) => one.slug !== category?.slug);
    const headOf = async (of?: string) =>
      (await kit.pageData.live({ category: of, page: 1 }))?.header?.slug;
    expect([await headOf(category?.slug), await headOf(other?.slug)]).toEqual([slug, undefined]);
    expect(names(page?.channels.items)).toEqual([
      ['Evening 6', 'Morning 0', 'Evening 0', 'Morning 1'],
      [],
    ]);
    expect(page?.times).toMatchObject({
      name: null,
      from: '2031-03-02T19:30:00.000Z',
      to: '2031-03-02T22:30:00.000Z',
      earlier: '2031-03-02t21',
      later: '2031-03-03t00',
      windowOfNow: '2031-03-02t21',
    });
  });

  it('shows a window of a coming day, with the programme that runs into it', async () => {
    const window = async (from: string) =>
      names((await kit.pageData.live({ from, page: 1 }))?.channels.items)?.[0];
    expect(await window('2031-03-03t12')).toEqual(['Evening 0']);
    expect(await window('2031-03-03t09')).toEqual(['Morning 0']);
    expect(await window('2031-03-02t21')).toEqual(['Evening 6']);
    expect(await window('2031-03-03t00')).toEqual(['Morning 0']);
  });

  it('says in any window when each channel is on air now', async () => {
    const near = async (from?: string) =>
      (await kit.pageData.live({ from, page: 1 }))?.channels.items.map((one) => one.near);
    const now = [
      { startsAt: '2031-03-02T10:00:00.000Z', endsAt: '2031-03-02T20:00:00.000Z' },
      { startsAt: '2031-03-02T22:00:00.000Z', endsAt: '2031-03-03T10:00:00.000Z' },
    ];
    expect(await near('2031-03-03t12')).toEqual([now, []]);
    expect(await near()).toEqual([null, null]);
    const day = { from: '2031-03-03t00' };
    const channel = await kit.pageData.liveChannel('izindaba', 'ukhozi', day);
    expect(channel?.channel.near).toEqual(now);
  });

  it.each(['2031-03-02t15', '2031-03-10t00', '2031-03-03t13', '2031-13-01t00', 'tomorrow'])(
    'has no window %s: past, too far, or not a window',
    async (from) => {
      expect(await kit.pageData.live({ from, page: 1 })).toBeUndefined();
    },
  );

  it('shows one category, and a channel with its day on a page of its own', async () => {
    const page = await kit.pageData.live({ category: 'ezinye', page: 1 });
    expect(page?.channels.items.map(({ slug }) => slug)).toEqual(['inkanyezi']);
    expect(await kit.pageData.live({ category: 'nothing', page: 1 })).toBeUndefined();
    const day = await kit.pageData.liveChannel('izindaba', 'ukhozi', { from: '2031-03-03t00' });
    expect(names(day ? [day.channel] : [])).toEqual([['Morning 0', 'Evening 0']]);
    expect(await kit.pageData.liveChannel('ezinye', 'ukhozi', {})).toBeUndefined();
  });

  it('says what an hour costs at each cap, from the media that there are', async () => {
    const page = await kit.pageData.live({ page: 1 });
    expect(page?.hourCosts).toHaveLength(5);
    expect(page?.hourCosts?.every((cost) => cost > 0)).toBe(true);
  });

  it('says of each channel what the recordings that it plays cost', async () => {
    const id = '01890000-0000-7000-8000-0000000000f1';
    await kit.catalogue.assetReady({
      id,
      durationMs: 60_000,
      renditions: [
        { height: 0, bytes: 100_000 },
        { height: 240, bytes: 4_000_000 },
      ],
      captions: [],
    });
    await publishEntries(kit.editing, [
      { kind: 'genre', slug: 'chess', title: 'Chess' },
      video({ slug: 'gambit', title: 'Gambit', genre: 'chess', assetId: id }),
      {
        ...{ kind: 'liveChannel', slug: 'board', title: 'Board', tagline: 'All day.' },
        ...{ description: 'All day long.', category: 'ezinye', genre: 'chess' },
        ...{ languages: ['zu'], published: true },
      },
    ]);
    const page = await kit.pageData.live({ page: 1 });
    const costs = page?.channels.items.map(({ hourCosts }) => hourCosts);
    expect(costs?.[2]).toEqual([6, 240, 240, 240, 240]);
    expect(costs?.[0]).not.toEqual(costs?.[2]);
    const own = await kit.pageData.liveChannel('ezinye', 'board', {});
    expect(own?.channel.hourCosts).toEqual(costs?.[2]);
    const [tile] = (await kit.pageData.home()).live.filter(({ slug }) => slug === 'ukhozi');
    expect(tile?.hourCosts).toEqual(costs?.[0]);
  });

  it('costs the same few statements and bytes with 200 channels', async () => {
    kit.clock.moveTo(new Date('2031-03-03T10:10:00Z'));
    statements.length = 0;
    await kit.pageData.live({ page: 1 });
    const few = statements.length;
    await addChannels();
    statements.length = 0;
    const page = await kit.pageData.live({ page: 1 });
    // The media are read again, because the catalogue has changed.
    expect(statements.length).toBeLessThanOrEqual(few + 1);
    expect(page?.channels).toMatchObject({ page: 1, lastPage: 11, total: CHANNELS + 3 });
    expect(page?.channels.items).toHaveLength(20);
    expect(page?.channels.items.every(({ programmes }) => programmes.length <= 7)).toBe(true);
    expect(JSON.stringify(page?.channels).length).toBeLessThan(60_000);
    expect(names((await kit.pageData.live({ page: 11 }))?.channels.items)).toHaveLength(3);
  });

  it('puts dated programmes in the place of any number of weekly ones, in each view', async () => {
    kit.clock.moveTo(new Date('2031-03-10T06:10:00Z'));
    const dated = (startsAt: string, minutes: number, title: string) => ({
      ...{ startsAt, minutes, title, synopsis: 'Once.', ratingAge: 'PG', ratingAdvice: [] },
    });
    await publishEntries(kit.editing, [
      {
        ...{ kind: 'liveChannel', key: 'channel-1' },
        dated: [
          dated('2031-03-10T08:05:00+02:00', 400, 'Cricket'),
          dated('2031-03-11T20:00:00+02:00', 60, 'Final'),
        ],
      },
    ]);
    const page = (await kit.pageData.live({ category: 'konke', page: 1 }))?.channels.items ?? [];
    const half = (index: number) => `Half hour ${index} of a programme with a long name`;
    expect(names(page)?.[0]).toEqual([half(0), 'Cricket', half(13), half(14)]);
    expect(page[0]?.programmes[2]?.startsAt).toBe('2031-03-10T12:45:00.000Z');
    expect(names(page)?.[1]?.[0]).toBe(half(0));
    const day = { from: '2031-03-11t18', category: 'konke', page: 1 };
    expect(names((await kit.pageData.live(day))?.channels.items)?.[0]).toEqual(['Final']);
    const card = (await kit.content.liveChannels()).find(({ slug }) => slug === 'channel-1');
    expect([card?.now?.title, card?.next[0]?.title]).toEqual(['Cricket', half(13)]);
    kit.clock.moveTo(new Date('2031-03-11T18:10:00Z'));
    const sections = await kit.pageData.live({ page: 1 });
    expect(sections?.categories.find(({ slug }) => slug === 'konke')?.onAirCount).toBe(1);
  });
});
