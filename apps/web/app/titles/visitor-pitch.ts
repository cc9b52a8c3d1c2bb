import type { Package } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';

/** What the service is and costs, in one line for a visitor, from the cheapest of the offers. */
export function visitorPitch(offers: readonly Pick<Package, 'price' | 'period'>[]): string {
  const cheapest = offers.toSorted((one, other) => one.price - other.price)[0];
  if (!cheapest) return '';
  const rand = formatRand(cheapest.price).replace(/\.00$/, '');
  return `First day free, then from R${rand} a ${cheapest.period} on airtime.`;
}
