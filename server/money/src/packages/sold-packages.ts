import type { CarrierTerms } from '@bonisa/carriers/registry';
import type { Cents } from '@bonisa/domain/money/rand';
import type { VatRateAt } from '@bonisa/domain/money/vat-rates';
import { type Package, type PackageId, packageAt } from '@bonisa/domain/packages/package-catalogue';
import {
  type PackageFacts,
  type PriceVersion,
  packageOf,
  standing,
  versionAt,
} from '@bonisa/domain/packages/package-prices';
import { NOT_SOLD_KEY, TOLD_AHEAD_MS } from '@bonisa/domain/packages/package-rules';
import { MONTHLY_LIMIT } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import { type ConfiguredRows, type DatedName, factsOf, firstName } from './package.repository.ts';
import { startingPackages } from './starting-packages.ts';

/** A package at a price that is or was on sale: what a consent is about. */
export interface SoldPackage extends Package {
  readonly versionId: string;
  /** Free days, for a number that has not had any. */
  readonly trialDays: number;
  /** A line about it for viewers; empty for none. */
  readonly words: string;
}

/** A price that holders of an earlier one are asked to accept. */
export interface PriceOnOffer {
  readonly soldPackage: SoldPackage;
  /** When it begins, or began. */
  readonly from: Date;
}

/** A package with its names and the prices that count, each the earliest first. */
interface Priced {
  readonly facts: PackageFacts;
  readonly names: readonly DatedName[];
  readonly versions: readonly PriceVersion[];
}

/** The configured facts of a carrier that concern packages. */
export type CarrierKeys = Pick<CarrierTerms, 'id' | 'serviceKeys'>;

export interface SoldPackagesDependencies {
  readonly carriers: readonly CarrierKeys[];
  readonly vatRateAt: VatRateAt;
  readonly clock: Clock;
}

export type SoldPackages = ReturnType<typeof createSoldPackages>;

/**
 * The packages and prices in memory: a sign-up, a page or a renewal asks no database for them. The
 * service reloads them after each change that this process makes or notices. Before the first load
 * they are those of a new installation.
 */
export function createSoldPackages(dependencies: SoldPackagesDependencies) {
  const { carriers, vatRateAt, clock } = dependencies;
  let priced = pricedOf(startingRows(dependencies));
  let changes = 0;

  const soldOf = ({ facts }: Priced, version: PriceVersion): SoldPackage => ({
    ...packageOf(facts, version),
    versionId: version.id,
    trialDays: version.trialDays,
    words: facts.words,
  });

  const find = (packageId: PackageId): Priced | undefined => priced.get(packageId);

  /** The versions of a package that have begun at an instant, the earliest first. */
  const begunAt = (packageId: PackageId, at: Date): readonly PriceVersion[] =>
    (find(packageId)?.versions ?? []).filter(({ validFrom }) => validFrom <= at);

  /** The newest version with a price among those that have begun. */
  const ofPrice = (packageId: PackageId, price: Cents, at: Date): PriceVersion | undefined =>
    begunAt(packageId, at).findLast(({ amount }) => amount === price);

  /**
   * The key of a package at a carrier for charges of this price. A price that is no longer sold
   * there keeps the key that it had, because subscriptions go on; a price that never was has none.
   */
  const serviceKey = (
    carrierId: string,
    packageId: PackageId,
    price: Cents,
    at: Date = clock.now(),
  ): string | undefined => {
    const begun = begunAt(packageId, at);
    const priced = begun.filter(({ amount }) => amount === price);
    const keyIn = (versions: readonly PriceVersion[]): string | undefined =>
      versions.findLast((version) => version.serviceKeys[carrierId])?.serviceKeys[carrierId];
    const own = keyIn(priced);
    if (own !== undefined) return own;
    const isNotSold =
      priced.length > 0 &&
      priced.every((version) => version.serviceKeys[carrierId] === NOT_SOLD_KEY);
    return isNotSold ? undefined : (configuredKey(carrierId, packageId) ?? keyIn(begun));
  };

  const configuredKey = (carrierId: string, packageId: PackageId): string | undefined =>
    carriers.find(({ id }) => id === carrierId)?.serviceKeys[packageId];

  /** Whether a carrier sells a package at this price to whom agrees to it now, or then. */
  const isSoldAt = (
    carrierId: string,
    { id, price }: Pick<Package, 'id' | 'price'>,
    at: Date = clock.now(),
  ): boolean =>
    ofPrice(id, price, at)?.serviceKeys[carrierId] !== NOT_SOLD_KEY &&
    serviceKey(carrierId, id, price, at) !== undefined;

  /** The key by which pages name a package: the first carrier's that sells it. */
  const shownKey = (packageId: PackageId, price: Cents): string => {
    const packagePrice = { id: packageId, price };
    const keys = (all: readonly CarrierKeys[]) =>
      all.map(({ id }) => serviceKey(id, packageId, price)).find((key) => key !== undefined);
    return keys(carriers.filter(({ id }) => isSoldAt(id, packagePrice))) ?? keys(carriers) ?? '';
  };

  /** The version of a package that new subscribers can choose now. */
  const onSale = ({ versions }: Priced, now: Date): PriceVersion | undefined => {
    const version = versionAt(versions, now);
    return version?.offered && version.validFrom <= now ? version : undefined;
  };

  /** Also by a key that it had: a page may show that for a while, and no other package has it. */
  const packageByKey = (key: string, at: Date): PackageId | undefined =>
    [...priced.keys()].find((packageId) =>
      carriers.some(
        ({ id }) =>
          configuredKey(id, packageId) === key ||
          begunAt(packageId, at).some(({ serviceKeys }) => serviceKeys[id] === key),
      ),
    );

  return {
    /** Takes over what the database has. */
    load: (rows: ConfiguredRows): void => {
      priced = pricedOf(rows);
      changes += 1;
    },

    /**
     * Increases with every change that this process knows, and when a price begins. Reads memory
     * only. The number has no meaning for other processes.
     */
    epoch: (): number => {
      const now = clock.now();
      let begun = changes;
      for (const { versions } of priced.values())
        for (const { validFrom } of versions) if (validFrom <= now) begun += 1;
      return begun;
    },

    /** The packages on sale now, the shortest and cheapest first. */
    offered: (carrierId?: string): SoldPackage[] => {
      const now = clock.now();
      return [...priced.values()]
        .flatMap((pricedPackage) => {
          const version = onSale(pricedPackage, now);
          if (!version) return [];
          const sold = soldOf(pricedPackage, version);
          const isThere = carriers.some(
            ({ id }) => (carrierId ?? id) === id && isSoldAt(id, sold, now),
          );
          return isThere ? [sold] : [];
        })
        .toSorted((one, other) => one.days - other.days || one.price - other.price);
    },

    /** Whether new subscribers can choose a package. Its holders keep it when they cannot. */
    isOffered: (packageId: PackageId): boolean => {
      const priced = find(packageId);
      return priced !== undefined && onSale(priced, clock.now()) !== undefined;
    },

    /**
     * The package of a carrier's service key at its price of now, also when it is no longer
     * offered: its holders sign in with this key, and take a change back.
     */
    byServiceKey: (key: string): SoldPackage | undefined => {
      const now = clock.now();
      const packageId = packageByKey(key, now);
      const priced = packageId === undefined ? undefined : find(packageId);
      const version = priced && versionAt(priced.versions, now);
      return priced && version ? soldOf(priced, version) : undefined;
    },

    /**
     * The versions of a package that were valid at some time between two instants: what a page may
     * have shown then. The newest first.
     */
    shownBetween: (packageId: PackageId, from: Date, to: Date): SoldPackage[] => {
      const priced = find(packageId);
      if (!priced) return [];
      const first = versionAt(priced.versions, from);
      return priced.versions
        .filter(
          (version) => version === first || (version.validFrom > from && version.validFrom <= to),
        )
        .map((version) => soldOf(priced, version))
        .reverse();
    },

    /** The names that a package had at some time between two instants, the earliest first. */
    namesBetween: (packageId: PackageId, from: Date, to: Date): string[] => {
      const names = find(packageId)?.names ?? [];
      const first = names.findLast(({ at }) => at <= from) ?? names[0];
      return names
        .filter((dated) => dated === first || (dated.at > from && dated.at <= to))
        .map(({ name }) => name);
    },

    nameOf: (packageId: PackageId): string | undefined => find(packageId)?.facts.name,

    /** What a package was called at an instant; before it was made: its first name. */
    nameAt: (packageId: PackageId, at: Date): string | undefined => {
      const names = find(packageId)?.names ?? [];
      return (names.findLast((dated) => dated.at <= at) ?? names[0])?.name;
    },

    /** A package at the price that somebody agreed to. */
    atPrice: (packageId: PackageId, price: Cents): Package =>
      packageAt(packageId, find(packageId)?.facts.name ?? packageId, price),

    /** The newest version of a package with this price that has begun. */
    version: (packageId: PackageId, price: Cents): SoldPackage | undefined => {
      const priced = find(packageId);
      const version = ofPrice(packageId, price, clock.now());
      return priced && version && soldOf(priced, version);
    },

    /**
     * The newest price that holders of the package are asked to accept, with the instant at which
     * it begins: from thirty days before that on, until a later price begins.
     */
    priceOnOffer: (packageId: PackageId): PriceOnOffer | undefined => {
      const priced = find(packageId);
      const now = clock.now();
      const version = priced?.versions.findLast(
        ({ holders, validFrom }) =>
          holders === 'asked_again' && validFrom.getTime() - TOLD_AHEAD_MS <= now.getTime(),
      );
      if (!priced || !version) return undefined;
      const isCurrent = version.validFrom > now || version === versionAt(priced.versions, now);
      return isCurrent
        ? { soldPackage: soldOf(priced, version), from: version.validFrom }
        : undefined;
    },

    /** Whether holders of an earlier price are asked to accept the one of now. */
    asksHolders: (packageId: PackageId): boolean => {
      const priced = find(packageId);
      return !!priced && versionAt(priced.versions, clock.now())?.holders === 'asked_again';
    },

    /** The most that charges of a package may come to in a month. */
    monthlyLimit: (packageId: PackageId, price: Cents): Cents =>
      ofPrice(packageId, price, clock.now())?.monthlyLimit ?? MONTHLY_LIMIT,

    /** The lawful rate of VAT at an instant: a charge is made with it, and keeps it. */
    vatRateAt,

    serviceKey,
    isSoldAt,
    shownKey,

    /** Every price that there ever was. */
    prices: (): { packageId: PackageId; price: Cents }[] =>
      [...priced.values()].flatMap(({ versions }) =>
        versions.map(({ packageId, amount }) => ({ packageId, price: amount })),
      ),
  };
}

function startingRows(
  configured: Pick<SoldPackagesDependencies, 'carriers' | 'vatRateAt'>,
): ConfiguredRows {
  const starting = startingPackages(new Date(0), configured);
  return {
    packages: starting.map(({ packageRow }) => packageRow),
    names: starting.map(({ packageRow }) => firstName(packageRow)),
    versions: starting.map(({ version }) => version),
    withdrawals: [],
  };
}

function pricedOf({ packages, names, versions }: ConfiguredRows): ReadonlyMap<PackageId, Priced> {
  return new Map(
    packages.map((packageRow) => [
      packageRow.id,
      {
        facts: factsOf(packageRow),
        names: names.filter(({ packageId }) => packageId === packageRow.id),
        versions: standing(versions.filter(({ packageId }) => packageId === packageRow.id)),
      },
    ]),
  );
}
