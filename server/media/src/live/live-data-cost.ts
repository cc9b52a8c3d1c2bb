import { type FetchedAsset, fetchedBytes } from '../asset.ts';
import type { LiveSource } from './live-source.port.ts';

/** What a viewer fetches in an hour, in bytes, by the height of the rendition. */
export type HourBytes = ReadonlyMap<number, number>;

const HOUR = 3_600_000_000;
/** A figure stays the same for so long, in microseconds. */
const STEP = 300_000_000;
/**
 * What the player asks for besides files in an hour: the clock every eight seconds, spans and
 * heartbeats, with their headers.
 */
const CALL_BYTES = 300_000;

/** Bytes in an hour of each rendition, by the recording. */
export type RecordingRates = ReadonlyMap<string, HourBytes>;

/** What an hour of each of these recordings costs. They are kept, so the segments are not. */
export function ratesOf(
  assets: readonly (FetchedAsset & { readonly filesId: string })[],
): RecordingRates {
  return new Map(
    assets.map(({ filesId, durationMs, renditions }) => [
      filesId,
      new Map(
        renditions.map((rendition) => [
          rendition.height,
          (fetchedBytes(rendition, durationMs) * HOUR) / (durationMs * 1000),
        ]),
      ),
    ]),
  );
}

/**
 * What the hour from a time on costs, as far as a channel is on air in it: of what it plays then,
 * because recordings differ by a third and more. Times are microseconds since 1970. Undefined:
 * nothing is on.
 */
export function createLiveDataCost(
  between: LiveSource['between'],
  rates: RecordingRates,
): (at: number) => HourBytes | undefined {
  let known: { readonly step: number; readonly bytes: HourBytes | undefined } | undefined;
  return (at) => {
    const step = Math.floor(at / STEP);
    if (known?.step !== step) known = { step, bytes: bytesFrom(step * STEP, between, rates) };
    return known.bytes;
  };
}

function bytesFrom(
  from: number,
  between: LiveSource['between'],
  rates: RecordingRates,
): HourBytes | undefined {
  /** How long each recording is on, in microseconds. */
  const played = new Map<string, number>();
  for (const { duration, recording } of between(from, from + HOUR)) {
    const id = recording?.assetId ?? '';
    if (rates.has(id)) played.set(id, (played.get(id) ?? 0) + duration);
  }
  const all = [...played.values()].reduce((sum, one) => sum + one, 0);
  if (all === 0) return undefined;
  const bytes = new Map<number, number>();
  for (const [id, time] of played)
    for (const [height, rate] of rates.get(id) ?? [])
      bytes.set(height, (bytes.get(height) ?? 0) + (rate * time) / all);
  return new Map([...bytes].map(([height, sum]) => [height, Math.ceil(sum + CALL_BYTES)]));
}
