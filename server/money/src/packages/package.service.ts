import type { Cents, VatRate } from '@bonisa/domain/money/rand';
import type { NoticeTerms } from '@bonisa/domain/notices/notices';
import {
  type Holders,
  type PriceVersion,
  standing,
  versionAt,
} from '@bonisa/domain/packages/package-prices';
import {
  type Configured,
  packageRules,
  priceRules,
  type RuleBroken,
  renameRules,
  serviceKeyClashes,
  type WantedPrice,
  withdrawalRefused,
} from '@bonisa/domain/packages/package-rules';
import { MONTHLY_LIMIT } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import { ConfigError } from '@bonisa/kit/config-error';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import {
  type ConfiguredRows,
  factsOf,
  type PackageRepository,
  type PackageRow,
} from './package.repository.ts';
import { serviceKeyProblem } from './service-key-problem.ts';
import type { CarrierKeys, SoldPackages } from './sold-packages.ts';
import { startingPackages } from './starting-packages.ts';

/**
 * A price as somebody wants it. What is left out stays as it is in the version before, and is the
 * usual where there is none.
 */
export interface WantedVersion {
  readonly amount: Cents;
  /** Absent: the lawful rate of the day on which the price begins. */
  readonly vatRate?: VatRate | undefined;
  readonly trialDays?: number | undefined;
  readonly monthlyLimit?: Cents | undefined;
  /** By carrier; a carrier that is left out keeps its key, and an empty key sells nothing there. */
  readonly serviceKeys?: Readonly<Record<string, string>> | undefined;
  readonly offered?: boolean | undefined;
  /** Absent: now. */
  readonly validFrom?: Date | undefined;
  /** Absent: they keep their price. */
  readonly holders?: Holders | undefined;
  /** Absent: one. */
  readonly chargesPerPeriod?: number | undefined;
  /** The newest price that its maker saw; `null`: none. Absent: whichever is the newest. */
  readonly after?: string | null | undefined;
}

export interface NewPackage {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly period: string;
}

/** What a package is called from now on. */
export interface PackageName {
  readonly packageId: string;
  readonly name: string;
  readonly words: string;
}

type SeenName = Pick<PackageName, 'name' | 'words'>;

/** Who makes it and why; `record` writes the audit in the same transaction. */
export interface MadeBy {
  readonly by: string;
  readonly reason: string;
  readonly record: (tx: Database, made: PriceVersion | PackageName) => Promise<void>;
}

export interface PackageServiceDependencies {
  readonly repository: PackageRepository;
  readonly sold: SoldPackages;
  readonly carriers: readonly CarrierKeys[];
  readonly terms: NoticeTerms;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type PackageService = ReturnType<typeof createPackageService>;

/**
 * Makes packages and prices. Each is decided under one lock by the rules of the domain, which every
 * way in passes through: the studio, and the first start of an installation.
 */
export function createPackageService(dependencies: PackageServiceDependencies) {
  const { repository, sold, carriers, terms, clock, newId } = dependencies;
  let known = '';
  const configuredKeys = carriers.flatMap(({ id, serviceKeys }) =>
    Object.entries(serviceKeys).map(([packageId, key]) => ({ carrierId: id, packageId, key })),
  );

  const configuredPackages = { carriers, vatRateAt: sold.vatRateAt };

  const configured = (rows: ConfiguredRows, now: Date): Configured => ({
    now,
    carriers: carriers.map(({ id }) => id),
    serviceKeys: configuredKeys,
    packages: rows.packages.map(factsOf),
    versions: rows.versions,
    vatRateAt: sold.vatRateAt,
    terms,
  });

  const refresh = async (): Promise<void> => {
    const mark = await repository.mark();
    if (mark === known) return;
    sold.load(await repository.read());
    known = mark;
  };

  /** Runs `work` alone among writers, by what the database has now. */
  const alone = async <Result>(
    work: (within: PackageRepository, rows: ConfiguredRows, now: Date) => Promise<Result>,
  ): Promise<Result> => {
    const result = await repository.db.transaction(async (tx) => {
      const within = repository.within(tx);
      await within.lock();
      return await work(within, await within.read(), clock.now());
    });
    await refresh();
    return result;
  };

  const judged = (
    { id: packageId, name }: Pick<PackageRow, 'id' | 'name'>,
    wanted: WantedVersion,
    now: Date,
    rows: ConfiguredRows,
  ) => {
    const facts = configured(rows, now);
    refuseOtherPrice(packageId, wanted.after, facts);
    const whole = completed(packageId, wanted, facts);
    return { wanted: whole, rules: priceRules(whole, name, facts) };
  };

  const versionOf = (
    { chargesPerPeriod: _one, ...wanted }: WantedPrice,
    { by, reason }: Pick<MadeBy, 'by' | 'reason'>,
    now: Date,
  ): PriceVersion => ({
    ...wanted,
    id: newId(),
    madeAt: now,
    madeBy: by,
    reason,
    withdrawnAt: null,
  });

  return {
    refresh,
    /** The keys that the environment or `CARRIERS` gives to packages. */
    configuredKeys,

    /**
     * Loads what the database has; a new installation gets its first packages. Throws a ConfigError
     * where a configured service key is another package's.
     */
    start: async (): Promise<void> => {
      if ((await repository.read()).packages.length === 0)
        await alone(async (within, rows, now) => {
          // Another process of the same installation was first.
          if (rows.packages.length > 0) return;
          for (const { packageRow, version } of startingPackages(now, configuredPackages)) {
            const wanted = { ...version, chargesPerPeriod: 1 };
            const facts = configured(await within.read(), now);
            refuse([
              ...packageRules(packageRow, facts),
              ...priceRules(wanted, packageRow.name, facts),
            ]);
            await within.insertPackage(packageRow);
            await within.insertVersion(version);
          }
        });
      refuseClashes(configured(await repository.read(), clock.now()));
      await refresh();
    },

    /** Everything that was ever configured. */
    all: (): Promise<ConfiguredRows> => repository.read(),

    /**
     * What a package with its first price, or a further price, would be, and the rules that it
     * would break. Throws `conflict` or `not_found`.
     */
    check: async (
      wanted: WantedVersion,
      newPackageOrKey: NewPackage | string,
    ): Promise<{ wanted: WantedPrice; rules: readonly RuleBroken[] }> => {
      const rows = await repository.read();
      const now = clock.now();
      if (typeof newPackageOrKey === 'string')
        return judged(existing(rows, newPackageOrKey), wanted, now, rows);
      const price = judged(newPackageOrKey, wanted, now, rows);
      return {
        ...price,
        rules: [...packageRules(newPackageOrKey, configured(rows, now)), ...price.rules],
      };
    },

    /** Makes a package with its first price. Throws `invalid_request` with each broken rule. */
    make: (newPackage: NewPackage, wanted: WantedVersion, made: MadeBy): Promise<PriceVersion> =>
      alone(async (within, rows, now) => {
        const { wanted: whole, rules } = judged(newPackage, wanted, now, rows);
        refuse([...packageRules(newPackage, configured(rows, now)), ...rules]);
        const { by, reason } = made;
        const row = { ...newPackage, madeAt: now, madeBy: by, reason } as PackageRow;
        const version = versionOf(whole, made, now);
        await within.insertPackage(row);
        await within.insertVersion(version);
        await made.record(within.db, version);
        return version;
      }),

    /** Makes a further price of a package. Throws `invalid_request`, `conflict` or `not_found`. */
    change: (packageId: string, wanted: WantedVersion, made: MadeBy): Promise<PriceVersion> =>
      alone(async (within, rows, now) => {
        const { wanted: whole, rules } = judged(existing(rows, packageId), wanted, now, rows);
        refuse(rules);
        const version = versionOf(whole, made, now);
        await within.insertVersion(version);
        await made.record(within.db, version);
        return version;
      }),

    /**
     * Gives a package another name and line from now on; consents keep the words that were shown.
     * Throws `invalid_request` or `not_found`, and `conflict` where it is not called as was `seen`.
     */
    rename: (newName: PackageName, made: MadeBy, seen?: SeenName): Promise<void> =>
      alone(async (within, rows, now) => {
        const packageRow = existing(rows, newName.packageId);
        refuseOtherName(packageRow, seen);
        const { id } = packageRow;
        refuse(renameRules({ id, name: newName.name }, configured(rows, now)));
        const { by, reason } = made;
        await within.insertName({ ...newName, id: newId(), at: now, by, reason });
        await made.record(within.db, newName);
      }),

    /** Withdraws a price that has not begun. Throws `conflict` or `not_found`. */
    withdraw: (versionId: string, made: MadeBy): Promise<PriceVersion> =>
      alone(async (within, { versions }, now) => {
        const version = versions.find(({ id }) => id === versionId);
        if (!version) throw new AppError('not_found', 'There is no such price.');
        const refusal = withdrawalRefused(version, now);
        if (refusal !== undefined) throw new AppError('conflict', refusal);
        const { by, reason } = made;
        await within.insertWithdrawal({ id: newId(), versionId, at: now, by, reason });
        await made.record(within.db, version);
        return { ...version, withdrawnAt: now };
      }),
  };
}

/** The keys of the configuration may change at each start, which no rule of the studio sees. */
function refuseClashes(configured: Configured): void {
  const nameOf = (packageId: string): string =>
    configured.packages.find(({ id }) => id === packageId)?.name ?? packageId;
  const problems = serviceKeyClashes(configured).map(({ own, other }) =>
    serviceKeyProblem(own, { carrierId: other.carrierId, name: nameOf(other.packageId) }),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

function existing({ packages }: ConfiguredRows, packageId: string): PackageRow {
  const packageRow = packages.find(({ id }) => id === packageId);
  if (!packageRow) throw new AppError('not_found', 'There is no such package.');
  return packageRow;
}

/**
 * Refuses a price whose maker saw another newest one: it would end that one unnoticed, with amounts
 * of the price before it.
 */
function refuseOtherPrice(
  packageId: string,
  after: string | null | undefined,
  { versions }: Configured,
): void {
  if (after === undefined) return;
  const newest = standing(versions.filter((version) => version.packageId === packageId)).at(-1);
  if ((newest?.id ?? null) === after) return;
  throw conflict('after', 'Somebody made or withdrew a price of this package meanwhile.');
}

function refuseOtherName({ name, words }: SeenName, seen: SeenName | undefined): void {
  if (!seen || (seen.name === name && seen.words === words)) return;
  throw conflict('seen', `Somebody changed the name or the line meanwhile: it is ${name} now.`);
}

function conflict(field: string, problem: string): AppError {
  return new AppError('conflict', problem, { fields: [{ field, problem }] });
}

/** A price with everything that it leaves out. */
function completed(
  packageId: string,
  wanted: WantedVersion,
  { now, versions, carriers, vatRateAt }: Configured,
): WantedPrice {
  const validFrom = wanted.validFrom ?? now;
  const own = standing(versions.filter((version) => version.packageId === packageId));
  const before = versionAt(own, validFrom);
  const keys = Object.entries(before?.serviceKeys ?? {});
  return {
    packageId,
    amount: wanted.amount,
    vatRate: wanted.vatRate ?? vatRateAt(validFrom),
    trialDays: wanted.trialDays ?? before?.trialDays ?? 1,
    monthlyLimit: wanted.monthlyLimit ?? before?.monthlyLimit ?? MONTHLY_LIMIT,
    // Only keys of the version itself: a configured key goes on following its configuration. A
    // carrier that is gone would be refused.
    serviceKeys: {
      ...Object.fromEntries(keys.filter(([carrierId]) => carriers.includes(carrierId))),
      ...wanted.serviceKeys,
    },
    offered: wanted.offered ?? before?.offered ?? true,
    validFrom,
    holders: wanted.holders ?? 'kept',
    chargesPerPeriod: wanted.chargesPerPeriod ?? 1,
  };
}

/** Throws where a rule is broken; names each with its field. */
function refuse(rules: readonly RuleBroken[]): void {
  const [first] = rules;
  if (!first) return;
  throw new AppError('invalid_request', `Nothing was made: ${first.field} ${first.problem}.`, {
    fields: rules.map(({ field, code, problem }) => ({ field, problem: `${problem} (${code})` })),
  });
}
