import type { Cents } from '../money/rand.ts';
import type { PackageId } from '../packages/package-catalogue.ts';
import type { PackagePrice } from './agreed-price.ts';

/** A consent of one subscription: a package at a price, and when it was accepted. */
export interface DatedConsent extends PackagePrice {
  readonly at: Date;
}

/** An event of the same subscription, as far as it says which consents count. */
export interface AgreementEvent {
  readonly type: string;
  readonly at: Date;
  readonly packageId?: PackageId | undefined;
  readonly price?: Cents | undefined;
  readonly amount?: Cents | undefined;
  readonly period?: number | undefined;
  readonly atOnce?: true | undefined;
  readonly from?: Date | undefined;
}

/** A consent, the instant from which it counts, and whether it was given up since. */
interface Agreement<One> {
  consent: One;
  readonly from: Date;
  counts: boolean;
}

/**
 * The consent that a charge of a package rests on; `undefined` if there is none. A consent to a
 * later price counts from the instant at which that price begins. A later request that names
 * another price, or takes the change back, ends every consent that has not been paid yet.
 *
 * The price and amount of the charge itself decide nothing here: they are what the consent is
 * compared with.
 * @param events those of the subscription, in their order.
 */
export function consentInForce<One extends DatedConsent>(
  consents: readonly One[],
  events: readonly AgreementEvent[],
  charge: { readonly packageId: PackageId; readonly at: Date },
): One | undefined {
  const { packageId, at } = charge;
  const until = <Dated extends { readonly at: Date }>(all: readonly Dated[]): Dated[] =>
    all.filter((dated) => dated.at <= at);
  return agreementsOf(until(consents), until(events)).findLast(
    ({ consent, from, counts }) => counts && from <= at && consent.packageId === packageId,
  )?.consent;
}

/** The agreements of a subscription in the order in which they were made. */
function agreementsOf<One extends DatedConsent>(
  consents: readonly One[],
  events: readonly AgreementEvent[],
): readonly Agreement<One>[] {
  const { all, add, see } = agreements<One>();
  const owned = events.map((event) => ({
    event,
    own: consents.find((consent) => isOf(consent, event)),
  }));
  // Records without an event of the same instant, such as those of an import, count by their time.
  const alone = consents
    .filter((consent) => !events.some((event) => isOf(consent, event)))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  let added = 0;
  const addUntil = (at: Date): void => {
    for (let consent = alone[added]; consent && consent.at <= at; consent = alone[added]) {
      add(consent, consent.at);
      added += 1;
    }
  };
  for (const { event, own } of owned) {
    addUntil(event.at);
    see(event, own);
  }
  for (const consent of alone.slice(added)) add(consent, consent.at);
  return all;
}

/** Whether a consent was written with this event. */
function isOf(consent: DatedConsent, event: AgreementEvent): boolean {
  const { packageId, price = event.amount, at } = event;
  const isSame = packageId === consent.packageId && price === consent.price;
  return isAgreement(event) && isSame && at.getTime() === consent.at.getTime();
}

/** Whether somebody agreed to what an event says: a renewal rests on an earlier consent. */
function isAgreement({ type, period, atOnce }: AgreementEvent): boolean {
  if (type === 'charge_requested') return atOnce === true || period === 1;
  return type === 'trial_started' || type === 'package_change_requested';
}

/** Follows the agreements of one subscription from event to event. */
function agreements<One extends DatedConsent>() {
  const all: Agreement<One>[] = [];
  /** What was paid last; before the first payment, the opt-in. */
  let held: Agreement<One> | undefined;
  let asked: (Pick<AgreementEvent, 'packageId' | 'period'> & { one?: Agreement<One> }) | undefined;

  const add = (consent: One, from: Date): Agreement<One> => {
    const agreement = { consent, from, counts: true };
    all.push(agreement);
    held ??= agreement;
    return agreement;
  };

  const changed = ({ at, from = at, packageId, price }: AgreementEvent, own?: One): void => {
    for (const agreement of all) if (agreement !== held) agreement.counts = false;
    if (!own) return;
    const isHeld = held?.consent.packageId === packageId && held?.consent.price === price;
    if (held && isHeld) held.consent = own;
    else all.push({ consent: own, from, counts: true });
  };

  const paid = ({ at, packageId = asked?.packageId, amount }: AgreementEvent): void => {
    const bought = packageId ?? held?.consent.packageId;
    const agreement = all.findLast(
      ({ consent, from }) => consent.packageId === bought && consent.price === amount && from <= at,
    );
    if (!agreement) return;
    // A late success also pays what was given up since: renewals take its price from then on.
    agreement.counts = true;
    held = agreement;
  };

  const requested = (event: AgreementEvent, own?: One): void => {
    const { packageId, period, atOnce, at } = event;
    asked = { packageId, period };
    if (own && atOnce) asked.one = add(own, at);
    else if (own && all.length === 0) add(own, at);
  };

  /** What was planned before a dearer package at once still follows where that was denied. */
  const denied = (agreement: Agreement<One>): void => {
    agreement.counts = false;
    all.splice(all.indexOf(agreement), 1);
    all.splice(held ? all.indexOf(held) + 1 : 0, 0, agreement);
  };

  const see = (event: AgreementEvent, own?: One): void => {
    switch (event.type) {
      case 'trial_started':
        if (own) add(own, event.at);
        break;
      case 'package_change_requested':
        changed(event, own);
        break;
      case 'charge_requested':
        requested(event, own);
        break;
      case 'charge_succeeded':
        paid(event);
        asked = undefined;
        break;
      case 'charge_denied':
      case 'charge_surplus':
        if (event.period !== asked?.period) break;
        if (event.type === 'charge_denied' && asked?.one) denied(asked.one);
        asked = undefined;
    }
  };

  return { all, add, see };
}
