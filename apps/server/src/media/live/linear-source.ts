import { createHash } from 'node:crypto';
import { airingsBetween } from '@bonisa/domain/live/live-schedule';
import {
  type FilledSlot,
  type LiveTitle,
  layWeek,
  segmentsBetween,
  type WeekTimeline,
} from '@bonisa/domain/live/live-timeline';
import type { Programming } from '../../catalogue/reading/programming.service.ts';
import { fetchedBytes, filesOf, type Rendition } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import type { FindLiveSource, LiveRendition, LiveSource } from './live-source.port.ts';
import type { SpanProgramme } from './live-span.ts';

export interface LinearDependencies {
  readonly programming: () => Promise<Programming>;
  /** Increases with every change of the catalogue. */
  readonly version: () => number;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  /** What fills holes; undefined before it is packaged. */
  readonly findSlate: () => Promise<TitleAsset | undefined>;
  readonly revisionOf: (channelId: number, fingerprint: string, readAt: Date) => Promise<number>;
  readonly onFailure: (error: unknown) => void;
  /** Recordings of a channel that slate replaces, because they are too small for it. */
  readonly onTooSmall: (channel: string, assetIds: readonly string[]) => void;
}

/** A recording as the timeline and the costs need it. */
interface Recording {
  readonly asset: TitleAsset;
  readonly title: LiveTitle;
}

type Channel = Programming['channels'][number];

/** The linear channels, as delivery and the play call need them. */
export interface LinearChannels {
  readonly find: FindLiveSource;
  /** A visible channel by its slug. */
  readonly channelBySlug: (slug: string) => Promise<Channel | undefined>;
  /** The programmes that touch a span, in milliseconds since 1970; of a known channel only. */
  readonly programmes: (channelId: number, from: number, to: number) => readonly SpanProgramme[];
}

interface Known {
  readonly version: number;
  readonly sources: ReadonlyMap<number, LiveSource>;
  readonly channels: readonly Channel[];
}

/** A recording without the renditions up to here does not lower its channel: slate replaces it. */
const LEAST_LINES = 360;
const HOUR_MS = 3_600_000;
const MICROSECONDS = 1e6;

/**
 * Makes the sources of linear channels from the schedule and its recordings. A channel without a
 * slate fills its holes with a recording. After a change of the catalogue the present sources stay
 * until the new ones are made.
 */
export function createLinearChannels(dependencies: LinearDependencies): LinearChannels {
  const { programming, version, findAsset, findSlate, revisionOf } = dependencies;
  const { onFailure, onTooSmall } = dependencies;
  let known: Known | undefined;
  let making: Promise<void> | undefined;

  async function make(): Promise<void> {
    const made = version();
    const { channels, readAt } = await programming();
    const slate = await findSlate();
    const wanted = new Set(channels.flatMap(({ slots }) => slots.flatMap((one) => one.assetIds)));
    const recordings = new Map<string, Recording>();
    for (const id of wanted) {
      const asset = await findAsset(id);
      if (asset?.state === 'ready') recordings.set(id, { asset, title: titleOf(asset) });
    }
    const sources = new Map<number, LiveSource>();
    for (const channel of channels) {
      const source = await sourceOf(channel, { recordings, slate, readAt });
      if (source) sources.set(channel.id, source);
    }
    known = { version: made, sources, channels };
  }

  async function sourceOf(
    channel: Channel,
    {
      recordings,
      slate,
      readAt,
    }: {
      readonly recordings: ReadonlyMap<string, Recording>;
      readonly slate: TitleAsset | undefined;
      readonly readAt: Date;
    },
  ): Promise<LiveSource | undefined> {
    const found = channel.slots
      .flatMap(({ assetIds }) => assetIds)
      .flatMap((id) => recordings.get(id) ?? []);
    const filler = slate ? { asset: slate, title: titleOf(slate) } : found[0];
    if (!filler) return undefined;
    const fits = (one: Recording | undefined): one is Recording =>
      one !== undefined &&
      filler.asset.renditions.every(({ height }) => height > LEAST_LINES || hasHeight(one, height));
    const slots = channel.slots.map(({ startsAt, minutes, assetIds }) => ({
      startsAt,
      minutes,
      titles: assetIds
        .map((id) => recordings.get(id))
        .filter(fits)
        .map(({ title }) => title),
    }));
    const used = [...new Set(found.filter(fits))];
    const heights = sharedHeights(filler, used);
    const small = new Set(found.filter((one) => !used.includes(one)));
    if (small.size > 0)
      onTooSmall(
        channel.slug,
        [...small].map(({ asset }) => asset.id),
      );
    const fingerprint = fingerprintOf(slots, filler.title);
    const revision = await revisionOf(channel.id, fingerprint, readAt);
    const week = layWeek(slots, filler.title, revision);
    return linearSource(`${channel.id}.${revision}`, week, { filler, heights, used });
  }

  async function current(): Promise<Known | undefined> {
    if (known?.version !== version()) {
      making ??= make().finally(() => {
        making = undefined;
      });
      // A viewer waits only for the first sources; a failure keeps the present ones.
      if (known) making.catch(onFailure);
      else await making;
    }
    return known;
  }

  return {
    find: async (channelId) => (await current())?.sources.get(channelId),
    channelBySlug: async (slug) => (await current())?.channels.find((one) => one.slug === slug),
    programmes: (channelId, from, to) => {
      const slots = known?.channels.find(({ id }) => id === channelId)?.slots ?? [];
      return airingsBetween(slots, new Date(from), new Date(to)).map(
        ({ slot, startsAt, endsAt }) => ({
          title: slot.title,
          startsAt: startsAt.getTime(),
          endsAt: endsAt.getTime(),
        }),
      );
    },
  };
}

function linearSource(
  id: string,
  week: WeekTimeline<FilledSlot>,
  {
    filler,
    heights,
    used,
  }: {
    readonly filler: Recording;
    readonly heights: readonly number[];
    readonly used: readonly Recording[];
  },
): LiveSource {
  const all = used.length > 0 ? used : [filler];
  const captions = new Map([filler, ...all].map(({ asset }) => [filesOf(asset), asset.captions]));
  const longest = [filler, ...all]
    .flatMap(({ title }) => title.parts.flatMap(({ durations }) => durations))
    .reduce((most, one) => Math.max(most, one), 0);
  return {
    id,
    renditions: filler.asset.renditions
      .filter(({ height }) => heights.includes(height))
      .map((rendition) => meanOf(rendition, all))
      .sort((a, b) => a.height - b.height),
    targetSeconds: Math.max(1, Math.ceil(longest / MICROSECONDS - 0.0005)),
    slate: filler.title.parts,
    between: (from, to) =>
      segmentsBetween(week, from, to).map(
        ({ title, titleStartsAt, part, slot: _, ...segment }) => ({
          ...segment,
          assetId: part.assetId,
          recording: {
            assetId: title.id,
            startsAt: titleStartsAt,
            captions: captions.get(title.id) ?? [],
          },
        }),
      ),
  };
}

const hasHeight = ({ asset }: Recording, height: number): boolean =>
  asset.renditions.some((each) => each.height === height);

/**
 * The heights of a channel: those of its slate that every recording has too, because all segments
 * of a source have all of its renditions.
 */
const sharedHeights = (filler: Recording, recordings: readonly Recording[]): number[] =>
  filler.asset.renditions
    .map(({ height }) => height)
    .filter((height) => recordings.every((one) => hasHeight(one, height)));

/** A rendition with the mean rate of all recordings, which play equally often. */
function meanOf(rendition: Rendition, recordings: readonly Recording[]): LiveRendition {
  const { segments: _, bytes: __, ...shape } = rendition;
  const same = recordings.map(({ asset }) => ({
    durationMs: asset.durationMs,
    rendition: asset.renditions.find(({ height }) => height === rendition.height) ?? rendition,
  }));
  const duration = same.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const bytes = same.reduce((sum, one) => sum + fetchedBytes(one.rendition, one.durationMs), 0);
  return {
    ...shape,
    bandwidth: Math.max(...same.map((one) => one.rendition.bandwidth)),
    averageBandwidth: Math.ceil((bytes * 8000) / duration),
    hourBytes: Math.ceil((bytes / duration) * HOUR_MS),
  };
}

function titleOf(asset: TitleAsset): LiveTitle {
  return {
    id: filesOf(asset),
    parts: asset.parts.map((part) => ({
      assetId: part.id,
      durations: (part.renditions[0]?.segments ?? []).map(({ duration }) =>
        Math.round(duration * MICROSECONDS),
      ),
    })),
  };
}

/** An asset that is ready does not change, so its id stands for its segments. */
function fingerprintOf(slots: readonly FilledSlot[], slate: LiveTitle): string {
  const plan = slots.map(({ startsAt, minutes, titles }) => [
    startsAt,
    minutes,
    titles.map(({ id }) => id),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([slate.id, plan]))
    .digest('hex');
}
