import type {
  GuideChannel,
  LiveCategoryCard,
  LiveChannelCard,
  LiveChannelPage,
  LiveHeader,
  LiveProgramme,
} from '@bonisa/contract/live-page-data';
import type { DataCosts } from '@bonisa/contract/title-facts';
import { type GuideWindow, within } from '@bonisa/domain/live/guide-window';
import { type Airing, airingsAt } from '@bonisa/domain/live/live-schedule';
import { bytesAtCaps, CAPS } from '@bonisa/domain/playback/data-choice';
import { megabytesOf } from '@bonisa/domain/playback/megabytes';
import { firstLanguage, nameOf, ratingOf } from './catalogue.presentation.ts';
import { heroOf, landscapeOf, pictureArtOf } from './pictures/picture-set.ts';
import {
  type GuideRow,
  type LiveCategoryRow,
  type LiveChannelRow,
  type LiveDatedRow,
  type LiveSlotRow,
  type MediaRow,
  PROGRAMMES_AHEAD,
} from './reading/live.repository.ts';
import type { PlayedMediaRow } from './reading/programming.repository.ts';

/** Maps rows of the live section to what is shown. No I/O. */

function programmeOf({
  slot,
  startsAt,
  endsAt,
}: Airing<LiveSlotRow | LiveDatedRow>): LiveProgramme {
  return {
    title: slot.title,
    synopsis: slot.synopsis,
    rating: ratingOf(slot),
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}

/** What every list shows of a channel. */
function channelIdentity(row: LiveChannelRow | GuideRow, costsOf: LiveCosts) {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    tagline: row.tagline,
    category: nameOf(row.category, row.categoryTitle, row.categoryNames),
    language: firstLanguage(row.languages),
    landscape: landscapeOf('live', pictureArtOf(row)),
    hourCosts: row.broadcastCosts ?? costsOf(row),
  };
}

export function liveChannelCard(
  row: LiveChannelRow,
  at: Date,
  costsOf: LiveCosts,
): LiveChannelCard {
  const airings = airingsAt(row.slots, at, PROGRAMMES_AHEAD, row.dated);
  const scheduled = (airings.now ? [airings.now, ...airings.next] : airings.next).map(programmeOf);
  const programmes = withBroadcast(row, scheduled, at);
  const now = programmes.find((programme) => isOn(programme, at.toISOString())) ?? null;
  return {
    ...channelIdentity(row, costsOf),
    accent: row.accent,
    now,
    next: programmes.filter(({ startsAt }) => startsAt > at.toISOString()),
  };
}

/** What the guide calls a live ingest session. */
export const BROADCAST_TITLE = 'Live broadcast';
/** How long a live ingest session is shown to last where no programme follows. */
const BROADCAST_MS = 3_600_000;

/**
 * Puts the live ingest session that a channel shows now in place of what it replaces, up to the
 * next programme. Nobody has rated it.
 */
function withBroadcast(
  row: Pick<LiveChannelRow, 'broadcastSince' | 'tagline'>,
  programmes: readonly LiveProgramme[],
  at: Date,
): readonly LiveProgramme[] {
  const { broadcastSince, tagline: synopsis } = row;
  if (!broadcastSince || broadcastSince > at) return programmes;
  const [now, startsAt] = [at.toISOString(), broadcastSince.toISOString()];
  const endsAt =
    programmes.find((programme) => isOn(programme, now))?.endsAt ??
    programmes.find((programme) => programme.startsAt > now)?.startsAt ??
    new Date(at.getTime() + BROADCAST_MS).toISOString();
  const rating = ratingOf({ ratingAge: 'PG', ratingAdvice: [] });
  const before = programmes
    .filter((programme) => programme.startsAt < startsAt)
    .map((programme) =>
      programme.endsAt > startsAt ? { ...programme, endsAt: startsAt } : programme,
    );
  const after = programmes.filter((programme) => programme.startsAt >= endsAt);
  return [...before, { title: BROADCAST_TITLE, synopsis, rating, startsAt, endsAt }, ...after];
}

/** Instants as ISO 8601 in UTC. */
function isOn({ startsAt, endsAt }: LiveProgramme, at: string): boolean {
  return startsAt <= at && at < endsAt;
}

export function liveCategoryCard({
  id,
  slug,
  title,
  names,
  channelCount,
  onAirCount,
}: LiveCategoryRow): LiveCategoryCard {
  return { id, ...nameOf(slug, title, names), channelCount, onAirCount };
}

/**
 * A channel in the guide. The view of now also has the next programmes after the window, so that
 * a long programme is never the only one.
 */
export function guideChannel(
  row: GuideRow,
  {
    window,
    isNow,
    at,
    now: rowOfNow,
  }: {
    readonly window: GuideWindow;
    readonly isNow: boolean;
    readonly at: Date;
    /** The same channel in the view of now, where `row` is of another time. */
    readonly now?: GuideRow | undefined;
  },
  costsOf: LiveCosts,
): GuideChannel {
  const { slots, dated } = row;
  // Each dated programme cuts one of the week into two at most.
  const most = slots.length + 2 * dated.length;
  const { now, next } = airingsAt(slots, window.from, most, dated);
  const airings = now ? [now, ...next] : next;
  const count = within(airings, window).length;
  const atLeast = isNow ? PROGRAMMES_AHEAD + (now ? 1 : 0) : 0;
  const programmes = airings.slice(0, Math.max(count, atLeast)).map(programmeOf);
  return {
    ...channelIdentity(row, costsOf),
    programmes:
      window.from <= at && at < window.to ? [...withBroadcast(row, programmes, at)] : programmes,
    near: rowOfNow ? nearOf(rowOfNow, at) : null,
  };
}

/** The current programme and the next one tell on air from off air for as long as a page lives. */
const NEAR = 1;

function nearOf(row: GuideRow, at: Date): GuideChannel['near'] {
  const { now, next } = airingsAt(row.slots, at, NEAR, row.dated);
  const scheduled = (now ? [now, ...next] : next).map(programmeOf);
  return withBroadcast(row, scheduled, at).map(({ startsAt, endsAt }) => ({ startsAt, endsAt }));
}

/** What a channel's own page says of it besides. */
export function channelFacts(
  row: LiveChannelRow,
): Pick<LiveChannelPage['channel'], 'description' | 'hero'> {
  return { description: row.description, hero: heroOf('live', pictureArtOf(row)) };
}

const HOUR_MS = 3_600_000;

/** What the coming hour of a live channel costs at the caps, by its id; undefined: not known. */
export type AiredCosts = (channelId: number, at: Date) => DataCosts | undefined;

/** What an hour of a live channel costs at the caps. */
export type LiveCosts = (
  channel: Pick<LiveChannelRow | GuideRow, 'id' | 'genre'>,
) => DataCosts | null;

/**
 * The costs of live channels: those of the coming hour, which `aired` knows once the channels are
 * made; until then the mean of what each genre plays. A genre without recordings costs what the
 * newest media cost.
 */
export function liveCostsOf(
  played: readonly PlayedMediaRow[],
  newest: readonly MediaRow[],
  aired: (channelId: number) => DataCosts | undefined,
): LiveCosts {
  const byGenre = new Map(
    [...Map.groupBy(played, ({ genre }) => genre)].map(([genre, media]) => [
      genre,
      hourCostsOf(media),
    ]),
  );
  const usual = hourCostsOf(newest);
  return ({ id, genre }) => aired(id) ?? byGenre.get(genre) ?? usual;
}

/**
 * What an hour costs at the caps, in megabytes: live channels play recordings, so it is the mean of
 * these media. `null` without media.
 */
export function hourCostsOf(media: readonly MediaRow[]): DataCosts | null {
  // Live channels play H.264.
  const [first, ...others] = media.map(({ renditions }) =>
    bytesAtCaps(renditions).slice(0, CAPS.length),
  );
  if (!first) return null;
  const duration = media.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return first.map((bytes, cap) => {
    const all = others.reduce((sum, each) => sum + (each[cap] ?? 0), bytes);
    return megabytesOf((all * HOUR_MS) / duration);
  });
}

/** The mean of what an hour of these channels costs; null where none is known. */
export function meanCosts(
  channels: readonly { readonly hourCosts: DataCosts | null }[],
): DataCosts | null {
  const known = channels.flatMap(({ hourCosts }) => (hourCosts ? [hourCosts] : []));
  const [first] = known;
  if (!first) return null;
  return first.map((_, cap) => {
    const sum = known.reduce((all, costs) => all + (costs[cap] ?? 0), 0);
    return megabytesOf(Math.round((sum / known.length) * 1_000_000));
  });
}

/** Returns the header of the live section: the first channel that has a headline. */
export function liveHeader(
  rows: readonly LiveChannelRow[],
  at: Date,
  costsOf: LiveCosts,
): LiveHeader | null {
  const row = rows.find(({ headline }) => headline !== null);
  if (!row || row.headline === null) return null;
  const card = liveChannelCard(row, at, costsOf);
  return { ...card, headline: row.headline, hero: heroOf('live', pictureArtOf(row)) };
}
