import type { CarrierTerms } from '@bonisa/carriers/registry';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import type { PriceVersion } from '@bonisa/domain/packages/package-prices';
import { MONTHLY_LIMIT } from '@bonisa/domain/subscription/subscription';
import type { PackageRow } from './package.repository.ts';

/** A package with its price, as a new installation begins with it. */
export interface StartingPackage {
  readonly packageRow: PackageRow;
  readonly version: PriceVersion;
}

const MADE_BY = 'installation';
const REASON = 'The packages that every installation begins with.';

/**
 * The packages and prices of the specification (rows E1, B1), from an instant on. Every process of
 * an installation makes the same rows, under the same ids. A package for which no carrier has a
 * key begins as not offered: the operator has not chosen to sell it.
 */
export function startingPackages(
  now: Date,
  {
    carriers,
    vatRateAt,
  }: {
    readonly carriers: readonly Pick<CarrierTerms, 'serviceKeys'>[];
    readonly vatRateAt: VatRateAt;
  },
): StartingPackage[] {
  return PACKAGES.map(({ id, name, period, price }, index) => ({
    packageRow: { id, name, words: '', period, madeAt: now, madeBy: MADE_BY, reason: REASON },
    version: {
      id: `018f0000-0000-7000-8000-00000000000${index + 1}`,
      packageId: id,
      amount: price,
      vatRate: vatRateAt(now),
      trialDays: 1,
      monthlyLimit: MONTHLY_LIMIT,
      serviceKeys: {},
      offered: carriers.some(({ serviceKeys }) => serviceKeys[id] !== undefined),
      validFrom: now,
      holders: 'kept',
      madeAt: now,
      madeBy: MADE_BY,
      reason: REASON,
      withdrawnAt: null,
    },
  }));
}
