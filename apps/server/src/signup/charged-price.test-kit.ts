import { parseRand } from '@bonisa/domain/money/rand';
import fc from 'fast-check';
import { expect } from 'vitest';
import { createTestProduct, freshNumber, type TestProduct, toAccept } from '../app.test-kit.ts';
import { HOUR } from '../messaging/messages.test-kit.ts';
import { AppError } from '../platform/http/app-error.ts';
import { type Consents, createConsents } from './given-consents.test-kit.ts';

const KEYS = ['demo-daily', 'demo-weekly', 'demo-monthly'] as const;
const PACKAGES = ['p-grtv-daily-c-01', 'p-grtv-weekly-c-01', 'p-grtv-monthly-c-01'] as const;
const HOLDERS = 2;

/** What the operator, a holder, the carrier or time does; `who` and `at` are taken modulo. */
export type PriceStep =
  | { readonly do: 'wait'; readonly hours: number }
  | {
      readonly do: 'reprice';
      readonly at: number;
      readonly amount: number;
      /** Zero: at once; then nobody can be asked ahead. */
      readonly days: number;
    }
  | { readonly do: 'withdraw' }
  | { readonly do: 'deny'; readonly charges: number }
  | { readonly do: 'start' | 'stop' | 'accept' | 'keep'; readonly who: number; readonly at: number }
  | {
      readonly do: 'change';
      readonly who: number;
      readonly at: number;
      readonly atOnce: boolean;
    };

const at = fc.nat(HOLDERS * PACKAGES.length - 1);
const who = fc.nat(HOLDERS - 1);
const step: fc.Arbitrary<PriceStep> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 100, max: 800 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reprice' as const),
      at,
      amount: fc.integer({ min: 3, max: 30 }).map((rand) => rand * 100),
      days: fc.constantFrom(0, 3, 31, 31, 33),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'withdraw' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deny' as const), charges: fc.constantFrom(1, 2) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('start', 'stop', 'accept', 'accept', 'accept', 'keep'),
      who,
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('change' as const), who, at, atOnce: fc.boolean() }),
  },
);

/** Sequences of about twenty steps, after both have subscribed. */
export const priceSteps = fc
  .tuple(at, at, fc.array(step, { minLength: 8, maxLength: 22 }))
  .map(([one, other, steps]): PriceStep[] => [
    { do: 'start', who: 0, at: one },
    { do: 'start', who: 1, at: other },
    ...steps,
  ]);

/** One sequence in which each kind of charge comes about, whatever the random ones have. */
export const EVERY_KIND: PriceStep[] = [
  { do: 'start', who: 0, at: 0 },
  { do: 'start', who: 1, at: 0 },
  { do: 'wait', hours: 30 },
  { do: 'reprice', at: 0, amount: 700, days: 31 },
  { do: 'wait', hours: 48 },
  { do: 'accept', who: 0, at: 0 },
  { do: 'wait', hours: 800 },
  { do: 'change', who: 1, at: 1, atOnce: true },
  { do: 'wait', hours: 60 },
  { do: 'change', who: 0, at: 1, atOnce: false },
  { do: 'deny', charges: 1 },
  { do: 'wait', hours: 60 },
  { do: 'stop', who: 0, at: 0 },
  { do: 'start', who: 0, at: 0 },
  { do: 'reprice', at: 0, amount: 800, days: 31 },
  { do: 'wait', hours: 48 },
  { do: 'accept', who: 0, at: 0 },
  { do: 'withdraw' },
  { do: 'wait', hours: 800 },
];

/** How many charges of which kind were compared. */
export interface Compared {
  charges: number;
  /** At a price that was accepted ahead, once it had begun. */
  accepted: number;
  /** At a price that new subscribers no longer pay. */
  kept: number;
}

interface Charge {
  readonly id: string;
  readonly packageId: string;
  readonly amount: number;
  readonly state: string;
  readonly at: Date;
}

interface Holder {
  readonly msisdn: string;
  visitor: ReturnType<TestProduct['visitor']>;
  consents: Consents | undefined;
  readonly seen: Set<string>;
}

type Shown = { readonly package_id: string; readonly price: string };

/**
 * Lives through a sequence in a product on a database of its own, and compares every charge with
 * the consents that its holder gave, as {@link createConsents} remembers them.
 */
export async function liveThrough(steps: readonly PriceStep[], compared: Compared): Promise<void> {
  const product = await createTestProduct({ LIMITS: 'off' });
  try {
    await product.app.packages.service.start();
    const world = createWorld(product, compared);
    for (const one of steps) await world.take(one);
    await world.noChargeWithoutConsent();
  } finally {
    await product.close();
  }
}

function createWorld(product: TestProduct, compared: Compared) {
  const { carrier, clock } = product;
  const { service } = product.app.packages;
  const made = { by: 'Thandi', reason: 'A test', record: async () => undefined };
  const holders = Array.from(
    { length: HOLDERS },
    (): Holder => ({
      msisdn: freshNumber(),
      visitor: product.visitor(),
      consents: undefined,
      seen: new Set(),
    }),
  );
  const planned: { id: string; packageId: string; price: number; from: Date }[] = [];

  const soldAt = (packageId: string): number | undefined =>
    product.app.packages.sold.offered().find(({ id }) => id === packageId)?.price;

  /** The charges of a holder that were not compared yet, the oldest first. */
  const fresh = async ({ msisdn, seen }: Holder): Promise<Charge[]> => {
    const rows = await product.rows(
      `select c.id, c.package_id, c.amount, c.state, c.created_at::text as at from charges c
       join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${msisdn}' order by c.created_at, c.id`,
    );
    return rows
      .map((row) => ({
        id: String(row.id),
        packageId: String(row.package_id),
        amount: Number(row.amount),
        state: String(row.state),
        at: new Date(String(row.at)),
      }))
      .filter(({ id }) => !seen.has(id) && seen.add(id));
  };

  const isRunning = async ({ msisdn }: Holder): Promise<boolean> => {
    const rows = await product.rows(
      `select 1 from subscriptions s join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${msisdn}' and s.status in ('trial', 'active', 'due', 'grace', 'parked')`,
    );
    return rows.length > 0;
  };

  const compare = async (holder: Holder): Promise<void> => {
    for (const charge of await fresh(holder)) {
      const { packageId, amount, state } = charge;
      const said = holder.consents?.at(charge.at);
      expect({ packageId, amount }).toEqual({ packageId: said?.packageId, amount: said?.price });
      compared.charges += 1;
      if (said?.isAhead) compared.accepted += 1;
      if (amount !== soldAt(packageId)) compared.kept += 1;
      if (state === 'succeeded') holder.consents?.paid(packageId, amount, charge.at);
    }
  };

  /** A call of the account; signs in again where the session has ended. */
  const call = async (
    holder: Holder,
    name: 'account' | 'acceptPrice' | 'changePackage',
    body = {},
  ) => {
    const answer = await holder.visitor.call(name, body);
    if (answer.status !== 401) return answer;
    holder.visitor = product.visitor();
    const asked = await toAccept(product, holder.visitor, holder.msisdn);
    expect((await holder.visitor.call('subscribe', asked)).body.status).toBe('success');
    return await holder.visitor.call(name, body);
  };

  const start = async (holder: Holder, key: string): Promise<void> => {
    if (await isRunning(holder)) return;
    holder.visitor = product.visitor();
    const asked = await toAccept(product, holder.visitor, holder.msisdn, { key });
    const looked = await product.visitor().call('statusCheck', {
      transaction_id: `look-${String(asked.transaction_id)}`,
      msisdn: holder.msisdn,
    });
    const offers = looked.body.packages as { id: string; price: string; service_key: string }[];
    const shown = offers.find(({ service_key }) => service_key === key);
    if (!shown) throw new Error(`${key} is not offered`);
    holder.consents = createConsents(
      { packageId: shown.id, price: cents(shown.price) },
      clock.now(),
    );
    await holder.visitor.call('subscribe', asked);
    await product.app.scheduler.runDue();
  };

  const accept = async (holder: Holder): Promise<void> => {
    const { body } = await call(holder, 'account');
    const offer = body.price_offer as (Shown & { from: string }) | null;
    if (!offer) return;
    const { package_id, price, from } = offer;
    const answer = await call(holder, 'acceptPrice', { package_id, price, from });
    expect(answer.body.status).toBe('success');
    const begins = new Date(Math.max(Date.parse(from), clock.now().getTime()));
    const isAhead = begins > clock.now();
    holder.consents?.give(
      { packageId: package_id, price: cents(price), from: begins, isAhead },
      clock.now(),
    );
  };

  const change = async (holder: Holder, place: number, wantsNow: boolean): Promise<void> => {
    const { body } = await call(holder, 'account');
    const choices = body.packages as (Shown & {
      service_key: string;
      effect: string | null;
      at_once_words: string[];
    })[];
    const chosen = choices[place % Math.max(1, choices.length)];
    if (!chosen) return;
    const atOnce = wantsNow && chosen.at_once_words.length > 0;
    if (!atOnce && chosen.effect === null) return;
    const { service_key, package_id, price } = chosen;
    const answer = await call(holder, 'changePackage', {
      service_key,
      price,
      ...(atOnce ? { at_once: true } : {}),
    });
    const { outcome } = answer.body;
    const given = { packageId: package_id, price: cents(price), from: clock.now() };
    if (outcome === 'kept') holder.consents?.giveUpAll();
    else if (!atOnce) holder.consents?.give(given, clock.now());
    else await chargedAtOnce(holder, given, outcome === 'changed');
  };

  /** The one charge of a dearer package that begins at once; denied, it changes nothing. */
  const chargedAtOnce = async (
    holder: Holder,
    { packageId, price, from }: { packageId: string; price: number; from: Date },
    isPaid: boolean,
  ): Promise<void> => {
    const charges = await fresh(holder);
    expect(charges).toMatchObject([
      { packageId, amount: price, state: isPaid ? 'succeeded' : 'denied' },
    ]);
    compared.charges += 1;
    if (isPaid) holder.consents = createConsents({ packageId, price }, from);
  };

  const keep = async (holder: Holder): Promise<void> => {
    const { body } = await call(holder, 'account');
    const next = body.next_package;
    const held = (
      await product.rows(
        `select s.package_id from subscriptions s join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${holder.msisdn}' order by s.started_at desc limit 1`,
      )
    )[0]?.package_id;
    if (!next || !held) return;
    const key = KEYS[PACKAGES.indexOf(held as (typeof PACKAGES)[number])];
    const { outcome } = (await call(holder, 'changePackage', { service_key: key })).body;
    if (outcome === 'kept') holder.consents?.giveUpAll();
  };

  const reprice = async (place: number, amount: number, days: number): Promise<void> => {
    const packageId = PACKAGES[place % PACKAGES.length] as string;
    const from = new Date(clock.now().getTime() + days * 24 * HOUR * 1000);
    try {
      const { id } = await service.change(
        packageId,
        {
          amount,
          vatRate: 1500,
          trialDays: 1,
          monthlyLimit: 200_00,
          serviceKeys: {},
          offered: true,
          holders: days > 30 ? 'asked_again' : 'kept',
          chargesPerPeriod: 1,
          ...(days === 0 ? {} : { validFrom: from }),
        },
        made,
      );
      if (days > 0) planned.push({ id, packageId, price: amount, from });
    } catch (error) {
      // A rule of prices refuses it, such as a second one before a planned one.
      if (!(error instanceof AppError)) throw error;
    }
  };

  const withdraw = async (): Promise<void> => {
    const one = planned.pop();
    if (!one || one.from <= clock.now()) return;
    await service.withdraw(one.id, made);
    for (const { consents } of holders) consents?.withdrawn(one, clock.now());
    await product.advance(2 * 60);
  };

  const act = async (one: PriceStep): Promise<void> => {
    if (one.do === 'wait') return await product.advance(one.hours * HOUR);
    if (one.do === 'reprice') return await reprice(one.at, one.amount, one.days);
    if (one.do === 'withdraw') return await withdraw();
    if (one.do === 'deny') {
      for (let count = 0; count < one.charges; count += 1)
        carrier.next('charge', async () => ({
          outcome: 'denied',
          reason: 'insufficient_airtime',
          detail: 'too little airtime',
        }));
      return;
    }
    const holder = holders[one.who % HOLDERS] as Holder;
    if (one.do === 'start') return await start(holder, KEYS[one.at % KEYS.length] as string);
    if (!(await isRunning(holder))) return;
    if (one.do === 'accept') return await accept(holder);
    if (one.do === 'keep') return await keep(holder);
    if (one.do === 'change') return await change(holder, one.at, one.atOnce);
    await product.app.subscription.service.cancel(await subscriberOf(holder), 'operator');
  };

  const subscriberOf = async ({ msisdn }: Holder): Promise<number> =>
    Number((await product.rows(`select id from subscribers where msisdn = '${msisdn}'`))[0]?.id);

  return {
    take: async (one: PriceStep): Promise<void> => {
      await act(one);
      for (const holder of holders) await compare(holder);
    },

    /** By the database alone: each charge has a consent before it that names its price. */
    noChargeWithoutConsent: async (): Promise<void> => {
      const without = await product.rows(
        `select c.reference, c.amount from charges c where not exists (
           select 1 from consents k join price_versions v on v.id = k.price_version_id
           where k.subscription_id = c.subscription_id and k.package_id = c.package_id
             and k.price = c.amount and k.at <= c.created_at and v.valid_from <= c.created_at
         )`,
      );
      expect(without).toEqual([]);
    },
  };
}

const cents = (rand: string): number => {
  const amount = parseRand(rand);
  if (amount === undefined) throw new Error(`no amount: ${rand}`);
  return amount;
};
