import { PLAY_NETWORKS, type PlayFigures } from '@bonisa/domain/playback/play-figures';
import { SLOW_START_MS, startClass } from '@bonisa/domain/playback/start-times';
import type { Day } from '@bonisa/domain/south-african-time';

/** A play whose figures differ from those that the roll-ups have. */
export interface WaitingPlay {
  readonly uuid: string;
  readonly kind: 'title' | 'live';
  readonly video: string;
  readonly day: Day;
  readonly figures: PlayFigures;
  readonly counted: PlayFigures | null;
}

type Sums = Record<string, string | number | boolean>;

/** What a batch of plays adds to each roll-up: rows with their keys and sums. */
export interface PlaySums {
  readonly plays: readonly Sums[];
  readonly starts: readonly Sums[];
  readonly heights: readonly Sums[];
  readonly titles: readonly Sums[];
}

/** Adds up what plays add to the roll-ups: the figures of each, less those counted before. */
export function createPlaySums() {
  const plays = createSums();
  const starts = createSums();
  const heights = createSums();
  const titles = createSums();

  const addFigures = (
    { kind, video, day }: Pick<WaitingPlay, 'kind' | 'video' | 'day'>,
    of: PlayFigures,
    sign: 1 | -1,
  ): void => {
    const { network, save_data } = of;
    plays.add({ day, kind, network, save_data }, playSums(of, sign));
    for (const from of PLAY_NETWORKS)
      if (of.bytes[from] > 0)
        plays.add({ day, kind, network: from, save_data }, { bytes: sign * of.bytes[from] });
    if (of.start_ms !== null)
      starts.add({ day, kind, network, start_class: startClass(of.start_ms) }, { n: sign });
    for (const [height, seconds] of of.heights)
      heights.add({ day, kind, network, height }, { seconds: sign * seconds });
    for (const [grain, period] of [
      ['day', day],
      ['month', `${day.slice(0, 7)}-01`],
    ] as const)
      titles.add({ grain, period, kind, slug: video }, titleSums(of, sign));
  };

  return {
    add(play: WaitingPlay): void {
      addFigures(play, play.figures, 1);
      if (play.counted) addFigures(play, play.counted, -1);
    },
    read: (): PlaySums => ({
      plays: plays.rows(),
      starts: starts.rows(),
      heights: heights.rows(),
      titles: titles.rows(),
    }),
  };
}

function playSums(of: PlayFigures, sign: number): Record<string, number> {
  const { mobile, wifi, unknown } = of.bytes;
  if (of.unwatched) return { unwatched_bytes: sign * (mobile + wifi + unknown) };
  return {
    plays: sign,
    started: of.start_ms === null ? 0 : sign,
    finished: of.finished ? sign : 0,
    watched_seconds: sign * of.watched_seconds,
    stalls: sign * of.stalls,
    stalled_seconds: sign * of.stalled_seconds,
    ...(of.backup_bytes ? { backup_plays: sign, backup_bytes: sign * of.backup_bytes } : {}),
  };
}

function titleSums(of: PlayFigures, sign: number): Record<string, number> {
  const {
    plays = 0,
    started = 0,
    finished = 0,
    watched_seconds = 0,
    stalls = 0,
  } = playSums(of, sign);
  const { mobile, wifi, unknown } = of.bytes;
  const isSlow = of.start_ms !== null && of.start_ms > SLOW_START_MS;
  return {
    ...{ plays, started, finished, watched_seconds, stalls },
    slow: isSlow ? sign : 0,
    bytes_mobile: sign * mobile,
    bytes_wifi: sign * wifi,
    bytes_unknown: sign * unknown,
  };
}

/** Sums by keys; rows without any sum are left out. */
function createSums() {
  const all = new Map<string, { keys: Sums; sums: Record<string, number> }>();
  return {
    add(keys: Sums, more: Readonly<Record<string, number>>): void {
      const name = JSON.stringify(Object.values(keys));
      const known = all.get(name) ?? { keys, sums: {} };
      for (const [column, value] of Object.entries(more))
        known.sums[column] = (known.sums[column] ?? 0) + value;
      all.set(name, known);
    },
    /** In the order of their keys, so that two writers lock rows in the same order. */
    rows: (): Sums[] =>
      [...all]
        .filter(([, { sums }]) => Object.values(sums).some((sum) => sum !== 0))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, { keys, sums }]) => ({ ...keys, ...sums })),
  };
}
