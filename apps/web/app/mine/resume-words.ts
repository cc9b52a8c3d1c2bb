import { formatMegabytes } from '@bonisa/domain/megabytes';
import { durationWords } from '../titles/title-words.ts';
import type { Begun } from './resume.store.ts';

/** `12 min left`, for an unfinished title. */
export function leftWords(seconds: number): string {
  return `${durationWords(seconds)} left`;
}

/** The data cost of the rest: its share of the whole cost, rounded up. */
export function restCost(
  { time, duration }: Pick<Begun, 'time' | 'duration'>,
  megabytes: number,
): string {
  const rest = megabytes * (1 - Math.min(1, time / Math.max(1, duration)));
  return formatMegabytes(rest < 10 ? Math.ceil(rest * 10) / 10 : Math.ceil(rest));
}
