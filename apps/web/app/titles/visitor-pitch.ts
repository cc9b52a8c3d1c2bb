import type { ShownPackage } from '@bonisa/contract/site-config';
import { formatRand } from '@bonisa/domain/rand';

/** What the service is and costs, in one line for a visitor, from the cheapest of the offers. */
export function visitorPitch(offers: readonly Omit<ShownPackage, 'id'>[]): string {
  const cheapest = offers.toSorted((one, other) => one.price - other.price)[0];
  if (!cheapest) return '';
  const rand = formatRand(cheapest.price).replace(/\.00$/, '');
  const free = offers.some(({ trial }) => trial) ? 'First day free, then from' : 'From';
  return `${free} R${rand} a ${cheapest.period} on airtime.`;
}
