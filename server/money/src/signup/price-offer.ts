import { chargedAt, follows } from '@bonisa/domain/subscription/agreed-price';
import { canChangePackage } from '@bonisa/domain/subscription/subscription-decide';
import type { PriceOnOffer, SoldPackages } from '../packages/sold-packages.ts';
import type { SubscriptionRow } from '../subscription/subscription.repository.ts';

/**
 * Whether a carrier sells a price that holders are asked to accept, when it begins or now.
 */
export function sellsPriceOffer(
  carrierId: string,
  { soldPackage, from }: PriceOnOffer,
  now: Date,
  sold: Pick<SoldPackages, 'isSoldAt'>,
): boolean {
  return sold.isSoldAt(carrierId, soldPackage, from > now ? from : now);
}

/**
 * The new price of the held package that the owner of a subscription is asked to accept.
 * `undefined` where there is none, it is accepted, the carrier cannot bill it, another package
 * follows, or a charge is open.
 */
export function priceOfferOf(
  row: SubscriptionRow,
  now: Date,
  sold: Pick<SoldPackages, 'priceOnOffer' | 'isSoldAt'>,
): PriceOnOffer | undefined {
  const priceOffer = sold.priceOnOffer(row.packageId);
  if (!priceOffer || !canChangePackage(row.status) || row.chargingPackageId !== null)
    return undefined;
  const { soldPackage, from } = priceOffer;
  const { packageId, price } = chargedAt(row, now);
  const later = from > now ? { from } : {};
  const isDone = follows(
    row,
    { packageId: soldPackage.id, price: soldPackage.price, ...later },
    now,
  );
  const isHeld = packageId === row.packageId && price === row.price;
  const isOther = soldPackage.price !== row.price;
  const isSold = sellsPriceOffer(row.carrierId, priceOffer, now, sold);
  return isHeld && isOther && isSold && !isDone ? priceOffer : undefined;
}
