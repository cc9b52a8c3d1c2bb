import type { ChargeInput } from '@bonisa/carriers/billing.port';
import { parseRand } from '@bonisa/domain/money/rand';
import { AppError } from '@bonisa/kit/http/app-error';
import {
  createTestProduct,
  freshNumber,
  type TestProduct,
  toAccept,
} from '@bonisa/server/app.test-kit';
import { expect } from 'vitest';
import { HOUR } from '../messaging/messages.test-kit.ts';
import { HOLDERS, PACKAGES, type PriceStep, type Reprice } from './charged-price-steps.test-kit.ts';
import { type Consents, createConsents } from './consents.test-kit.ts';

const KEYS = ['demo-daily', 'demo-weekly', 'demo-monthly'] as const;
const CONFIGURED: Readonly<Record<string, string>> = Object.fromEntries(
  PACKAGES.map((packageId, index) => [packageId, KEYS[index] as string]),
);

/** How many charges of which kind were compared. */
export interface Compared {
  charges: number;
  /** At a price that was accepted ahead, once it had begun. */
  accepted: number;
  /** At a price that new subscribers no longer pay. */
  kept: number;
  /** Under a service key that was made in the studio. */
  keyed: number;
}

interface Charge {
  readonly id: string;
  readonly reference: string;
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

interface PricedKey {
  readonly id: string;
  readonly packageId: string;
  readonly amount: number;
  readonly from: Date;
  /** `undefined`: the configured one. */
  readonly key: string | undefined;
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
  /** The prices that begin, by their beginning, with the key that each has of its own. */
  let versions: PricedKey[] = [];
  let starts = 0;
  let keys = 0;

  const soldAt = (packageId: string): number | undefined =>
    product.app.packages.sold.offered().find(({ id }) => id === packageId)?.price;

  /** The charges of a holder that were not compared yet, the oldest first. */
  const fresh = async ({ msisdn, seen }: Holder): Promise<Charge[]> => {
    const rows = await product.rows(
      `select c.id, c.reference, c.package_id, c.amount, c.state, c.created_at::text as at from charges c
       join subscriptions s on s.id = c.subscription_id join subscribers n on n.id = s.subscriber_id
       where n.msisdn = '${msisdn}' order by c.created_at, c.id`,
    );
    return rows
      .map((row) => ({
        id: String(row.id),
        reference: String(row.reference),
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

  /** The carrier was asked under the key of the newest version of the price that had begun. */
  const compareKey = ({ reference, packageId, amount, at }: Charge): void => {
    const asked = (carrier.calls('charge') as ChargeInput[]).filter(
      (one) => one.reference === reference,
    );
    const began = versions.filter((one) => one.packageId === packageId && one.from <= at);
    const key = began.findLast((one) => one.amount === amount)?.key ?? CONFIGURED[packageId];
    for (const { serviceId } of asked) expect(serviceId).toBe(key);
    if (asked.length > 0 && key !== CONFIGURED[packageId]) compared.keyed += 1;
  };

  const compare = async (holder: Holder): Promise<void> => {
    for (const charge of await fresh(holder)) {
      const { packageId, amount, state } = charge;
      const said = holder.consents?.at(charge.at);
      expect({ packageId, amount }).toEqual({ packageId: said?.packageId, amount: said?.price });
      compareKey(charge);
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

  const start = async (holder: Holder, packageId: string): Promise<void> => {
    if (await isRunning(holder)) return;
    holder.visitor = product.visitor();
    starts += 1;
    const looked = await product.visitor().call('statusCheck', {
      transaction_id: `look-${starts}`,
      msisdn: holder.msisdn,
    });
    const offers = looked.body.packages as { id: string; price: string; service_key: string }[];
    const shown = offers.find(({ id }) => id === packageId);
    if (!shown) throw new Error(`${packageId} is not offered`);
    const key = shown.service_key;
    const asked = await toAccept(product, holder.visitor, holder.msisdn, { key });
    holder.consents = createConsents(
      { packageId: shown.id, price: cents(shown.price) },
      clock.now(),
    );
    await holder.visitor.call('subscribe', asked);
    await product.app.scheduler.runDue();
  };

  const accept = async (holder: Holder): Promise<void> => {
    const { body } = await call(holder, 'account');
    const offer = body.price_offer as (Shown & { from: string; effect: string }) | null;
    if (!offer) return;
    const { package_id, price, from, effect } = offer;
    const answer = await call(holder, 'acceptPrice', { package_id, price, from, effect });
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
      effect: atOnce ? 'now' : chosen.effect,
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
    // The key that pages showed first: they may stay open while prices change.
    const key = CONFIGURED[String(held)];
    const { outcome } = (await call(holder, 'changePackage', { service_key: key })).body;
    if (outcome === 'kept') holder.consents?.giveUpAll();
  };

  const reprice = async ({ at: place, amount, days, ownKey }: Reprice): Promise<void> => {
    const packageId = PACKAGES[place % PACKAGES.length] as string;
    const now = clock.now();
    const from = new Date(now.getTime() + days * 24 * HOUR * 1000);
    keys += 1;
    const key = `${packageId}-key-${keys}`;
    try {
      const { id } = await service.change(
        packageId,
        {
          amount,
          holders: days > 30 ? 'asked_again' : 'kept',
          ...(ownKey ? { serviceKeys: { karoo: key } } : {}),
          ...(days === 0 ? {} : { validFrom: from }),
        },
        made,
      );
      const before = versions.findLast((one) => one.packageId === packageId)?.key;
      versions.push({ id, packageId, amount, from, key: ownKey ? key : before });
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
    versions = versions.filter(({ id }) => id !== one.id);
    for (const { consents } of holders) consents?.withdrawn(one, clock.now());
    await product.advance(2 * 60);
  };

  const act = async (one: PriceStep): Promise<void> => {
    if (one.do === 'wait') return await product.advance(one.hours * HOUR);
    if (one.do === 'reprice') return await reprice(one);
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
    if (one.do === 'start')
      return await start(holder, PACKAGES[one.at % PACKAGES.length] as string);
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
