import type { Rendition } from '../asset.ts';
import { TaskRefusal } from './child-job.ts';

/**
 * A player changes renditions between two segments, so the segments of all renditions must start
 * and end at the same times.
 */
export function checkAlignment(renditions: readonly Pick<Rendition, 'segments'>[]): void {
  const starts = renditions.map((rendition) =>
    rendition.segments
      .map(({ start, duration }) => `${start.toFixed(4)} ${duration.toFixed(3)}`)
      .join(),
  );
  if (new Set(starts).size !== 1)
    throw new TaskRefusal(
      'misaligned',
      'the segments of the renditions do not begin and end at the same instants',
    );
}
