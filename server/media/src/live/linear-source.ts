import type { Programming } from '@bonisa/content/reading/programming.service';
import { plannedBetween } from '@bonisa/domain/live/live-plans';
import { airingsBetween } from '@bonisa/domain/live/live-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import { fetchedBytes, filesOf, type Rendition } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import { renditionOf } from '../composition.ts';
import { languagesOf } from '../title-audio.ts';
import { createLiveDataCost, type HourBytes, ratesOf } from './live-data-cost.ts';
import { type Recording, type Recordings, recordingOf, storedPlan } from './live-plan.ts';
import {
  type ChannelPlans,
  createLivePlans,
  type LivePlans,
  type PlansRepository,
} from './live-plans.service.ts';
import type { FindLiveSource, LiveRendition, LiveSource } from './live-source.port.ts';
import type { SpanProgramme } from './live-span.ts';

export interface SourcesDependencies {
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  readonly plansFor: LivePlans['plansFor'];
  readonly clock: Clock;
  /** Recordings of a channel that slate replaces, because they are too small for it. */
  readonly onTooSmall: (channel: string, assetIds: readonly string[]) => void;
}

export interface LinearDependencies extends Omit<SourcesDependencies, 'plansFor'> {
  readonly programming: () => Promise<Programming>;
  /** Increases with every change of the catalogue. */
  readonly version: () => number;
  readonly plans: PlansRepository;
  readonly onFailure: (error: unknown) => void;
}

type Channel = Programming['channels'][number];

/** The linear channels, as delivery and the play call need them. */
export interface LinearChannels {
  readonly find: FindLiveSource;
  /** Whether viewers have a channel, with media or without. */
  readonly isShown: (channelId: number) => Promise<boolean>;
  /** A visible channel by its slug. */
  readonly channelBySlug: (slug: string) => Promise<Channel | undefined>;
  /**
   * What a viewer of a channel fetches in the hour from `at` on, by the height of the rendition.
   * Undefined: not known yet, or nothing is on. Never waits, and sees to it that it will be known.
   */
  readonly hourBytes: (channelId: number, at: Date) => HourBytes | undefined;
  /** The programmes that touch a span, in milliseconds since 1970; of a known channel only. */
  readonly programmes: (channelId: number, from: number, to: number) => readonly SpanProgramme[];
}

interface Known {
  readonly version: number;
  readonly goodUntil: Date;
  readonly sources: ReadonlyMap<number, LiveSource>;
  readonly channels: readonly Channel[];
}

/** A recording without the renditions up to here does not lower its channel: slate replaces it. */
const LEAST_LINES = 360;
const HOUR_MS = 3_600_000;
const MICROSECONDS = 1e6;

/** The sources of channels by their id; a channel without any media has none. */
export type SourcesOf = (
  programming: Pick<Programming, 'channels' | 'readAt'>,
) => Promise<ReadonlyMap<number, LiveSource>>;

/** Makes the sources of linear channels from the schedule and its recordings. */
export function createSources(dependencies: SourcesDependencies): SourcesOf {
  const { findAsset, plansFor, clock, onTooSmall } = dependencies;

  async function sourceOf(
    channel: Channel,
    recordingsOf: (ids: readonly string[]) => Promise<Recordings>,
    readAt: Date,
  ): Promise<LiveSource | undefined> {
    const { slots, slateAssetId } = channel;
    const wanted = new Set(
      slots.flatMap(({ chosen, assetIds }) => [...(chosen ? [chosen] : []), ...assetIds]),
    );
    const recordings = await recordingsOf([...wanted, ...(slateAssetId ? [slateAssetId] : [])]);
    const found = [...wanted].flatMap((id) => recordings.get(id) ?? []);
    const slate = recordings.get(slateAssetId ?? '');
    const base = slate ?? found[0];
    if (!base) return undefined;
    const fits = (recording: Recording | undefined): boolean =>
      recording !== undefined &&
      base.asset.renditions.every(
        ({ height }) => height > LEAST_LINES || hasHeight(recording, height),
      );
    const small = found.filter((one) => !fits(one));
    if (small.length > 0)
      onTooSmall(
        channel.slug,
        small.map(({ asset }) => asset.id),
      );
    const plan = storedPlan(slots, slate?.asset.id, (id) => fits(recordings.get(id)));
    const wantedPlan = { liveChannelId: channel.id, plan, readAt };
    const shown = await plansFor(wantedPlan, recordingsOf, clock.now());
    const media = await recordingsOf(shown.assetIds);
    const used = shown.assetIds.flatMap((id) => media.get(id) ?? []);
    return linearSource(shown, { base, slate, used, languages: channel.languages });
  }

  return async ({ channels, readAt }) => {
    const all = new Map<string, Recording>();
    const recordingsOf = async (ids: readonly string[]): Promise<Recordings> => {
      for (const id of ids) {
        const asset = all.has(id) ? undefined : await findAsset(id);
        if (asset?.state === 'ready') all.set(id, recordingOf(asset));
      }
      return all;
    };
    const sources = new Map<number, LiveSource>();
    for (const channel of channels) {
      const source = await sourceOf(channel, recordingsOf, readAt);
      if (source) sources.set(channel.id, source);
    }
    return sources;
  };
}

/**
 * Makes the linear channels of viewers. A channel without a slate is off air in holes. After a
 * change of the catalogue the present sources stay until the new ones are made, and these show what
 * was on air as it was.
 */
export function createLinearChannels(dependencies: LinearDependencies): LinearChannels {
  const { programming, version, plans, clock, onFailure } = dependencies;
  const { plansFor } = createLivePlans(plans);
  const sourcesOf = createSources({ ...dependencies, plansFor });
  let known: Known | undefined;
  let making: Promise<void> | undefined;

  async function make(): Promise<void> {
    const made = version();
    const read = await programming();
    const { goodUntil, channels } = read;
    known = { version: made, goodUntil, sources: await sourcesOf(read), channels };
  }

  async function current(): Promise<Known | undefined> {
    if (!known || known.version !== version() || known.goodUntil <= clock.now()) {
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
    isShown: async (id) =>
      (await current())?.channels.some((channel) => channel.id === id) ?? false,
    channelBySlug: async (slug) =>
      (await current())?.channels.find((channel) => channel.slug === slug),
    hourBytes(channelId, at) {
      current().catch(onFailure);
      return known?.sources.get(channelId)?.hourBytes?.(at.getTime() * 1000);
    },
    programmes: (channelId, from, to) =>
      programmesOf(
        known?.channels.find(({ id }) => id === channelId),
        [from, to],
      ),
  };
}

/** The programmes of a channel that touch a span, in milliseconds since 1970. */
export function programmesOf(
  channel: Channel | undefined,
  [from, to]: readonly [number, number],
): readonly SpanProgramme[] {
  return airingsBetween(channel?.slots ?? [], new Date(from), new Date(to)).map(
    ({ slot, startsAt, endsAt }) => ({
      title: slot.title,
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
    }),
  );
}

function linearSource(
  { id, plans }: ChannelPlans,
  {
    base,
    slate,
    used,
    languages,
  }: {
    /** Whose renditions the channel has, as far as all recordings have them. */
    readonly base: Recording;
    readonly slate: Recording | undefined;
    readonly used: readonly Recording[];
    /** What is spoken where a recording does not say it. */
    readonly languages: readonly string[];
  },
): LiveSource {
  const recordings = used.filter(({ asset }) => asset.id !== slate?.asset.id);
  const all = recordings.length > 0 ? recordings : [base];
  const words = new Map(
    [base, ...used].map(({ asset }) => [
      filesOf(asset),
      {
        captions: asset.captions,
        audioLanguage: languagesOf(asset, languages)[0]?.language ?? null,
      },
    ]),
  );
  const heights = sharedHeights(base, used);
  const longest = [base, ...used]
    .flatMap(({ title }) => title.parts.flatMap(({ durations }) => durations))
    .reduce((most, one) => Math.max(most, one), 0);
  // Of a channel off air nobody wants to know what its slate costs.
  const rates = ratesOf(all.map(({ asset }) => ({ ...asset, filesId: filesOf(asset) })));
  const between: LiveSource['between'] = (from, to) =>
    plannedBetween(plans, from, to).map(({ title, titleStartsAt, part, slot: _, ...segment }) => ({
      ...segment,
      assetId: part.assetId,
      recording: {
        assetId: title.id,
        startsAt: titleStartsAt,
        ...(words.get(title.id) ?? { captions: [], audioLanguage: null }),
      },
    }));
  return {
    id,
    renditions: base.asset.renditions
      .filter(({ height }) => heights.includes(height))
      .map((rendition) => meanOf(rendition, all))
      .sort((a, b) => a.height - b.height),
    targetSeconds: Math.max(1, Math.ceil(longest / MICROSECONDS - 0.0005)),
    inits: sharedInits(heights, [base, ...used]),
    slate: slate?.title.parts ?? [],
    between,
    hourBytes: createLiveDataCost(between, rates),
  };
}

const hasHeight = ({ asset }: Recording, height: number): boolean =>
  asset.renditions.some((each) => each.height === height);

/**
 * The heights of a channel: those of its slate, or else of a recording, that all others have too.
 * All segments of a source have all of its renditions.
 */
const sharedHeights = (base: Recording, recordings: readonly Recording[]): number[] =>
  base.asset.renditions
    .map(({ height }) => height)
    .filter((height) => recordings.every((recording) => hasHeight(recording, height)));

/** For each height the first part, where all parts have the same initialisation segment. */
function sharedInits(
  heights: readonly number[],
  recordings: readonly Recording[],
): ReadonlyMap<number, string> {
  const parts = recordings.flatMap(({ asset }) => asset.parts);
  const first = parts[0];
  return new Map(
    heights.flatMap((height) => {
      const inits = new Set(parts.map((part) => renditionOf(part, height).init));
      return first && inits.size === 1 && !inits.has(undefined) ? [[height, first.id]] : [];
    }),
  );
}

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
