import type { Cents, VatRate } from '../money/rand.ts';
import { type Package, type PackageId, type Period, packageAt } from './package-catalogue.ts';

/** A package: its key and period never change. */
export interface PackageFacts {
  readonly id: PackageId;
  readonly name: string;
  /** A line about it for viewers; empty for none. */
  readonly words: string;
  readonly period: Period;
}

/**
 * What becomes of subscriptions at an earlier price. `kept`: they renew at the price that they
 * agreed to. `asked_again`: they are told ahead and may accept the new price; without a yes they
 * keep the earlier one too, because no price is raised without consent (WASPA 15).
 */
export const HOLDERS = ['kept', 'asked_again'] as const;
export type Holders = (typeof HOLDERS)[number];

/** One price of a package, from an instant until the next one. It is never changed. */
export interface PriceVersion {
  readonly id: string;
  readonly packageId: PackageId;
  /** Including VAT. */
  readonly amount: Cents;
  readonly vatRate: VatRate;
  /** Free days, for a number that has not had any. */
  readonly trialDays: number;
  /** Charges of a calendar month above it need a further consent. */
  readonly monthlyLimit: Cents;
  /**
   * By carrier; where a carrier has none here, its configured key of the package counts. Empty: the
   * carrier does not sell the package at this price.
   */
  readonly serviceKeys: Readonly<Record<string, string>>;
  /** Whether new subscribers can choose the package from then on. */
  readonly offered: boolean;
  readonly validFrom: Date;
  readonly holders: Holders;
  readonly madeAt: Date;
  /** The name of the person or program. */
  readonly madeBy: string;
  readonly reason: string;
  /** Only a version that is not yet valid can be withdrawn. */
  readonly withdrawnAt: Date | null;
}

/** The versions that count, by the beginning of their validity. */
export function standing(versions: readonly PriceVersion[]): readonly PriceVersion[] {
  return versions
    .filter(({ withdrawnAt }) => withdrawnAt === null)
    .toSorted((one, other) => one.validFrom.getTime() - other.validFrom.getTime());
}

/**
 * The version of a package that is valid at an instant. Before the first one begins, as for a
 * payment of an earlier installation: the first.
 * @param versions those of one package, as {@link standing} orders them.
 */
export function versionAt<Version extends Pick<PriceVersion, 'validFrom'>>(
  versions: readonly Version[],
  at: Date,
): Version | undefined {
  return versions.findLast(({ validFrom }) => validFrom <= at) ?? versions[0];
}

/** The package at the price of a version. */
export function packageOf({ id, name }: PackageFacts, { amount }: PriceVersion): Package {
  return packageAt(id, name, amount);
}
