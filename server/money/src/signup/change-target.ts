import { type Agreed, chargedAt } from '@bonisa/domain/subscription/agreed-price';
import type { SoldPackage, SoldPackages } from '../packages/sold-packages.ts';

/** When a package is named, and of what. */
export interface TargetTerms {
  readonly now: Date;
  /** Whether the held package is stopped by the limit of a month. */
  readonly isStopped: boolean;
}

/**
 * The package and price that naming a package means for a subscription. The package that follows
 * already keeps its agreed price, unless it has become cheaper or its holders are asked to accept
 * the new one. The held package is taken back at the price that is paid now, also from an accepted
 * price that begins later; and so it is accepted again where a month's limit has stopped it
 * (`isStopped`), because nobody must agree to a raise to go on. Every other package has its price
 * of now.
 */
export function changeTarget(
  row: Agreed,
  wanted: SoldPackage,
  { now, isStopped }: TargetTerms,
  sold: Pick<SoldPackages, 'asksHolders' | 'version'>,
): SoldPackage {
  const { id, price } = wanted;
  const mayRaise = !(isStopped && id === row.packageId) && sold.asksHolders(id);
  const { packageId: next, price: agreed } = chargedAt(row, now);
  const at = (held: number): SoldPackage => sold.version(id, held) ?? { ...wanted, price: held };
  if (id === next) return price < agreed || (price > agreed && mayRaise) ? wanted : at(agreed);
  return id === row.packageId ? at(row.price) : wanted;
}

/** How long a page with offers may be open before its Accept. */
const SHOWN_MS = 15 * 60_000;

/** What a call for another package names. */
export interface PackageRequest {
  readonly packageId: string;
  /** The price that the page showed, if the call names it. */
  readonly price: number | undefined;
}

/**
 * As {@link changeTarget}, at a price that a page has shown lately: the one that the call names,
 * else the lowest, so that nobody agrees to more than was shown. `undefined`: the price has
 * changed, and the page must show it first.
 */
export function shownTarget(
  row: Agreed,
  { packageId, price }: PackageRequest,
  terms: TargetTerms,
  sold: Pick<SoldPackages, 'asksHolders' | 'version' | 'shownBetween'>,
): SoldPackage | undefined {
  return sold
    .shownBetween(packageId, new Date(terms.now.getTime() - SHOWN_MS), terms.now)
    .map((soldPackage) => changeTarget(row, soldPackage, terms, sold))
    .toSorted((soldPackage, other) => soldPackage.price - other.price)
    .find((soldPackage) => price === undefined || soldPackage.price === price);
}

/**
 * A package by the name that a page has shown lately, or that it has now where the call names none.
 * `undefined`: the page must show the name of now first.
 */
export function byShownName(
  soldPackage: SoldPackage,
  name: string | undefined,
  now: Date,
  sold: Pick<SoldPackages, 'namesBetween'>,
): SoldPackage | undefined {
  if (name === undefined) return soldPackage;
  const names = sold.namesBetween(soldPackage.id, new Date(now.getTime() - SHOWN_MS), now);
  return names.includes(name) ? { ...soldPackage, name } : undefined;
}
