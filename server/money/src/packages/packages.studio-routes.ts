import * as calls from '@bonisa/contract/studio/packages.calls';
import { type Cents, formatRand, parseRand } from '@bonisa/domain/money/rand';
import { type Package, packageAt } from '@bonisa/domain/packages/package-catalogue';
import type { PriceVersion } from '@bonisa/domain/packages/package-prices';
import { TOLD_AHEAD_MS, type WantedPrice } from '@bonisa/domain/packages/package-rules';
import { careDay } from '@bonisa/domain/staff/care-words';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { z } from 'zod';
import type {
  MadeBy,
  NewPackage,
  PackageName,
  PackageService,
  WantedVersion,
} from './package.service.ts';
import type { CarrierNames } from './packages.ts';
import { type OfferTold, packageView } from './packages.views.ts';

type Price = z.output<typeof calls.changePrice.body>['price'];
type Wanted = NonNullable<z.output<typeof calls.previewPrice.body>['package']>;

/** Running subscriptions at one price. */
export interface HoldersOfPrice {
  readonly price: Cents;
  readonly subscriptions: number;
}

export interface PackageRoutesDependencies {
  readonly packages: {
    readonly service: PackageService;
    readonly carriers: readonly CarrierNames[];
  };
  /** The running subscriptions of a package, by the price that their owners agreed to. */
  readonly holdersOf: (packageId: string) => Promise<readonly HoldersOfPrice[]>;
  /** How many of them were told of a price that they may accept, by its version. */
  readonly offersTold: () => Promise<ReadonlyMap<string, OfferTold>>;
  /** The words around Accept. */
  readonly wordsOf: (one: Package, trial: boolean) => readonly string[];
  readonly clock: Clock;
}

/** The calls of the studio about packages and prices. */
export function packageStudioRoutes({
  packages: { service, carriers },
  holdersOf,
  offersTold,
  wordsOf,
  clock,
}: PackageRoutesDependencies): StudioRoutes {
  const shown = async () => ({
    rows: await service.all(),
    offersTold: await offersTold(),
    now: clock.now(),
    carriers: carriers.map(({ id }) => id),
    serviceKeys: service.configuredKeys,
  });
  const viewOf = async (packageId: string) => {
    const all = await shown();
    const one = all.rows.packages.find(({ id }) => id === packageId);
    if (!one) throw new AppError('not_found', 'There is no such package.');
    return packageView(one, all);
  };

  return ({ register }) => {
    register(calls.packages, {
      limit: 'read',
      handle: async () => {
        const all = await shown();
        return {
          now: all.now.toISOString(),
          carriers: carriers.map(({ id, name }) => ({ id, name })),
          data: all.rows.packages.map((one) => packageView(one, all)),
        };
      },
    });

    register(calls.packageNames, {
      limit: 'read',
      handle: async () => {
        const { packages } = await service.all();
        return { data: packages.map(({ id, name }) => ({ key: id, name })) };
      },
    });

    register(calls.makePackage, {
      limit: 'write',
      handle: async ({ body, actor, audit }) => {
        const made = madeBy({ reason: body.reason, actor, audit });
        const one = newPackageOf(body.package);
        const { packageId } = await service.make(one, wantedOf(body.price), made);
        return { package: await viewOf(packageId) };
      },
    });

    register(calls.changePrice, {
      limit: 'write',
      handle: async ({ params, body, actor, audit }) => {
        const made = madeBy({ reason: body.reason, actor, audit });
        await service.change(params.key, wantedOf(body.price, body.after), made);
        return { package: await viewOf(params.key) };
      },
    });

    register(calls.renamePackage, {
      limit: 'write',
      handle: async ({ params: { key }, body, actor, audit }) => {
        const { name, words = '', seen, reason } = body;
        const made = madeBy({ reason, actor, audit });
        await service.rename({ packageId: key, name, words }, made, seen);
        return { package: await viewOf(key) };
      },
    });

    register(calls.withdrawPrice, {
      limit: 'write',
      handle: async ({ params, body, actor, audit }) => {
        const made = madeBy({ reason: body.reason, actor, audit });
        const { packageId } = await service.withdraw(params.id, made);
        return { package: await viewOf(packageId) };
      },
    });

    register(calls.previewPrice, {
      limit: 'read',
      handle: async ({ body }) => {
        const subject = body.package ? newPackageOf(body.package) : (body.key ?? '');
        const { wanted, rules } = await service.check(wantedOf(body.price, body.after), subject);
        const named = typeof subject === 'string' ? await viewOf(subject) : subject;
        const key = 'key' in named ? named.key : named.id;
        const holders = await holdersOf(key);
        const concerned = holders
          .filter(({ price }) => price !== wanted.amount)
          .reduce((sum, { subscriptions }) => sum + subscriptions, 0);
        const one = packageAt(key, named.name, wanted.amount);
        return {
          problems: [...rules],
          card:
            wanted.amount > 0
              ? {
                  name: one.name,
                  about: named.words,
                  price: formatRand(one.price),
                  service_period: one.period,
                  words: [...wordsOf(one, wanted.trialDays > 0)],
                }
              : null,
          holders: holders.map(({ price, subscriptions }) => ({
            amount: formatRand(price),
            subscriptions,
          })),
          concerned,
          consequence: consequenceOf(concerned, wanted),
        };
      },
    });
  };
}

/** What becomes of the subscribers at other prices. */
function consequenceOf(
  concerned: number,
  { holders, validFrom }: Pick<WantedPrice, 'holders' | 'validFrom'>,
): string {
  if (concerned === 0) return 'Nobody has agreed to another price of this package.';
  const many = concerned === 1 ? 'One subscriber' : `${concerned} subscribers`;
  return holders === 'kept'
    ? `${many} agreed to another price, which does not change for them. Only new subscribers pay this one.`
    : `${many} agreed to another price. From ${careDay(new Date(validFrom.getTime() - TOLD_AHEAD_MS))} on each of them gets one message, and may accept this price in My Account. Who accepts it pays it from ${careDay(validFrom)} on; without a yes they keep theirs. No subscription ends for it.`;
}

function newPackageOf({ key, name, words, period }: Wanted): NewPackage {
  return { id: key, name, words: words ?? '', period };
}

function wantedOf(price: Price, after?: string | null): WantedVersion {
  return {
    amount: centsOf(price.amount),
    vatRate: price.vat_percent === undefined ? undefined : Math.round(price.vat_percent * 100),
    trialDays: price.trial_days,
    monthlyLimit: price.monthly_limit === undefined ? undefined : centsOf(price.monthly_limit),
    serviceKeys: price.service_keys,
    offered: price.offered,
    validFrom: price.valid_from === undefined ? undefined : new Date(price.valid_from),
    holders: price.holders,
    chargesPerPeriod: price.charges_per_period,
    after,
  };
}

function centsOf(amount: string): Cents {
  return parseRand(amount) ?? 0;
}

function madeBy({
  reason,
  actor,
  audit,
}: {
  reason: string;
  actor: StudioActor;
  audit: RequestAudit;
}): MadeBy {
  return {
    by: actor.name,
    reason,
    record: (tx, what) =>
      audit.record({ subject: `package:${what.packageId}`, reason, details: auditOf(what) }, tx),
  };
}

function auditOf(what: PriceVersion | PackageName) {
  if ('words' in what) return { name: what.name, words: what.words };
  const { id, amount, validFrom, holders, offered } = what;
  return { price: id, amount: formatRand(amount), validFrom, holders, offered };
}
