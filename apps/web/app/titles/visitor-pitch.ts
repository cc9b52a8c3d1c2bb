import type { ShownPackage } from '@bonisa/contract/site-config';
import { formatRand } from '@bonisa/domain/money/rand';
import { isFirstDayFree } from '../brand.ts';
import { say } from '../words/words.ts';

/**
 * What the service is and costs, in one line for a visitor, from the cheapest of the offers. It
 * promises the free day only where each has one: the visitor may choose another.
 */
export function visitorPitch(offers: readonly Omit<ShownPackage, 'id'>[]): string {
  const cheapest = offers.toSorted((one, other) => one.price - other.price)[0];
  if (!cheapest) return '';
  const rand = formatRand(cheapest.price).replace(/\.00$/, '');
  const said = { price: rand, period: periodWords(cheapest.period) };
  return isFirstDayFree(offers) ? say('home.pitch.free', said) : say('home.pitch', said);
}

/** How often a price is taken: `a day`. */
export function periodWords(period: ShownPackage['period']): string {
  if (period === 'day') return say('price.day');
  return period === 'week' ? say('price.week') : say('price.month');
}
