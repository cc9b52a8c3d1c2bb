import type { Offer } from './flow.state.ts';

/** The price as shown beside Accept: `R5.00/day`. */
export function offerPrice(offer: Pick<Offer, 'price' | 'service_period'>): string {
  return `R${offer.price}/${offer.service_period}`;
}

/** A package's label in the list (row S2): `Daily (R5.00/day)`. */
export function offerLabel(offer: Pick<Offer, 'name' | 'price' | 'service_period'>): string {
  return `${offer.name} (${offerPrice(offer)})`;
}
