import { formatMegabytes } from '@bonisa/domain/megabytes';
import { durationWords } from '../titles/title-words.ts';
import type { Begun } from './resume.store.ts';

/** `12 min left`: of something that was begun. */
export function leftWords(seconds: number): string {
  return `${durationWords(seconds)} left`;
}

/** What the rest of it costs: its share of what the whole costs, rounded up as costs are. */
export function restCost(
  { time, duration }: Pick<Begun, 'time' | 'duration'>,
  megabytes: number,
): string {
  const rest = megabytes * (1 - Math.min(1, time / Math.max(1, duration)));
  return formatMegabytes(rest < 10 ? Math.ceil(rest * 10) / 10 : Math.ceil(rest));
}
