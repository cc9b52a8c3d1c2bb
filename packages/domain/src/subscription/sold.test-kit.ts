import type { Cents } from '../money/rand.ts';
import { findPackage, type PackageId } from '../packages/package-catalogue.ts';

/** A package of a new installation with its price, as a command names them. */
export function sold(packageId: PackageId): { packageId: PackageId; price: Cents } {
  return { packageId, price: findPackage(packageId)?.price ?? 0 };
}
