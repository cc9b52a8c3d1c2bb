import { formatRand, vatInside } from '@bonisa/domain/money/rand';
import type { PriceVersion } from '@bonisa/domain/packages/package-prices';
import { standing, versionAt } from '@bonisa/domain/packages/package-prices';
import { keysOf, type ServiceKey, TOLD_AHEAD_MS } from '@bonisa/domain/packages/package-rules';
import type { ConfiguredRows, PackageRow } from './package.repository.ts';

/** How far holders were told of a price; `doneAt`: when the last one was. */
export interface OfferTold {
  readonly told: number;
  readonly doneAt: Date | null;
}

/** What the views are made from. */
export interface Shown {
  readonly rows: ConfiguredRows;
  readonly now: Date;
  /** How far holders were told of a price, by its version. */
  readonly offersTold: ReadonlyMap<string, OfferTold>;
  readonly carriers: readonly string[];
  /** The carriers' own configuration. */
  readonly serviceKeys: readonly ServiceKey[];
}

/** A package with all of its prices, the newest first. */
export function packageView(packageRow: PackageRow, shown: Shown) {
  const own = shown.rows.versions.filter(({ packageId }) => packageId === packageRow.id);
  const counted = standing(own);
  const byTime = own.toSorted(
    (a, b) =>
      b.validFrom.getTime() - a.validFrom.getTime() || b.madeAt.getTime() - a.madeAt.getTime(),
  );
  return {
    key: packageRow.id,
    name: packageRow.name,
    words: packageRow.words,
    period: packageRow.period,
    made_at: packageRow.madeAt.toISOString(),
    made_by: packageRow.madeBy,
    reason: packageRow.reason,
    prices: byTime.map((version) => priceView(version, counted, shown)),
  };
}

function priceView(version: PriceVersion, counted: readonly PriceVersion[], shown: Shown) {
  const next = counted.find(({ validFrom }) => validFrom > version.validFrom);
  const withdrawal = shown.rows.withdrawals.find(({ versionId }) => versionId === version.id);
  const keys = keysOf(version, shown).map(({ carrierId, key }) => [carrierId, key]);
  return {
    id: version.id,
    amount: formatRand(version.amount),
    vat_percent: version.vatRate / 100,
    vat: formatRand(vatInside(version.amount, version.vatRate)),
    trial_days: version.trialDays,
    monthly_limit: formatRand(version.monthlyLimit),
    service_keys: Object.fromEntries(keys) as Record<string, string>,
    offered: version.offered,
    valid_from: version.validFrom.toISOString(),
    valid_until: next?.validFrom.toISOString() ?? null,
    holders: version.holders,
    told: version.holders === 'asked_again' ? toldView(version, shown) : null,
    state: stateOf(version, counted, shown.now),
    made_at: version.madeAt.toISOString(),
    made_by: version.madeBy,
    reason: version.reason,
    withdrawn: withdrawal
      ? { at: withdrawal.at.toISOString(), by: withdrawal.by, reason: withdrawal.reason }
      : null,
  };
}

function toldView({ id, validFrom }: PriceVersion, { offersTold }: Shown) {
  const { told = 0, doneAt = null } = offersTold.get(id) ?? {};
  return {
    from: new Date(validFrom.getTime() - TOLD_AHEAD_MS).toISOString(),
    subscriptions: told,
    done_at: doneAt?.toISOString() ?? null,
  };
}

function stateOf(version: PriceVersion, counted: readonly PriceVersion[], now: Date) {
  if (version.withdrawnAt !== null) return 'withdrawn' as const;
  if (version.validFrom > now) return 'planned' as const;
  return versionAt(counted, now)?.id === version.id ? ('valid' as const) : ('past' as const);
}
