import type { ChargeState } from './charge.ts';
import type { Cents } from './rand.ts';
import { type Day, dayOf, daysAfter, instantOf } from './south-african-time.ts';

/**
 * The carrier's books beside ours, for a South African day (section 5.3 of the reference).
 *
 * Only money that was taken counts: what both sides know as denied is no entry. A payment belongs
 * to the day on which the CARRIER made it, since it is the carrier's list that is compared; the
 * days beside it are looked at near midnight only, so that a payment which we wrote down on the
 * other side of midnight is matched once, on the carrier's day, and missing on neither. What the
 * carrier does not have at all is missing on the day on which we wrote it down.
 */

/**
 * A payment as the carrier's list or file says it. `status` in its own words (see {@link
 * isTakenStatus}), or {@link UNREADABLE}: then `amount` and `at` are what could be read, and may
 * say nothing.
 */
export interface CarrierEntry {
  readonly reference: string | null;
  readonly carrierPaymentId: string | null;
  /** What was taken, VAT included. */
  readonly amount: Cents;
  readonly status: string;
  readonly at: Date;
}

/** A charge as our books say it. */
export interface OwnEntry {
  readonly id: string;
  readonly reference: string;
  readonly carrierPaymentId: string | null;
  readonly amount: Cents;
  readonly state: ChargeState;
  readonly createdAt: Date;
}

/**
 * The status of an entry that cannot be read as a payment. It may be money: it is a difference,
 * whatever it turns out to be.
 */
export const UNREADABLE = 'unreadable';

/**
 * `missing_here`: the carrier took it and we know of no such payment. `missing_there`: we have it
 * as taken, the carrier does not have it. `differing`: both know it, but not the same amount, or
 * only one of them as taken.
 */
export type Finding<Theirs extends CarrierEntry = CarrierEntry, Ours extends OwnEntry = OwnEntry> =
  | { readonly kind: 'matched'; readonly theirs: Theirs; readonly ours: Ours }
  | { readonly kind: 'missing_here'; readonly theirs: Theirs }
  | { readonly kind: 'missing_there'; readonly ours: Ours }
  | { readonly kind: 'differing'; readonly theirs: Theirs; readonly ours: Ours };

export type FindingKind = Finding['kind'];
export type Counts = Readonly<Record<FindingKind, number>>;

/**
 * So far beyond midnight the carrier's books are looked at for what we wrote down before it, and
 * the other way round.
 */
export const EDGE_MS = 15 * 60_000;

/** What was given back later was taken all the same: refunds stand in no list of payments. */
const TAKEN_THERE: readonly string[] = ['succeeded', 'refunded'];

export function isTakenStatus(status: string): boolean {
  return TAKEN_THERE.includes(status);
}

/** Whether we have it as taken, given back since or not. */
export function isTakenHere(state: ChargeState): boolean {
  return state === 'succeeded' || state === 'refunded';
}

/** From the first instant of a day to the first of the next one, which is not part of it. */
export function boundsOf(day: Day): { readonly from: Date; readonly to: Date } {
  return { from: instantOf(day), to: instantOf(daysAfter(day, 1)) };
}

/**
 * Whether the two are the same payment: by our reference, else by the carrier's payment id. Where
 * the money is known to be taken under another payment id, a second payment under the same
 * reference is not the same: it was taken twice.
 */
export function isSamePayment(theirs: CarrierEntry, ours: OwnEntry): boolean {
  const known = theirs.carrierPaymentId !== null && ours.carrierPaymentId !== null;
  if (known && theirs.carrierPaymentId === ours.carrierPaymentId) return true;
  if (theirs.reference !== ours.reference) return false;
  return !(known && isTakenHere(ours.state));
}

/**
 * Which of several entries that could be this charge is it: the one with the known payment id, else
 * one that was taken, else the earliest. Of a charge that we do not have as taken, one that was
 * taken comes first: the others say no more than we know.
 */
export function claimantOf<Theirs extends CarrierEntry>(
  ours: OwnEntry,
  candidates: readonly Theirs[],
): Theirs | undefined {
  const takenWeighs = isTakenHere(ours.state) ? 1 : 4;
  const rank = (entry: Theirs): number =>
    (entry.carrierPaymentId !== null && entry.carrierPaymentId === ours.carrierPaymentId ? 0 : 2) +
    (isTakenStatus(entry.status) ? 0 : takenWeighs);
  return candidates.reduce<Theirs | undefined>(
    (best, entry) =>
      best === undefined ||
      rank(entry) < rank(best) ||
      (rank(entry) === rank(best) && entry.at < best.at)
        ? entry
        : best,
    undefined,
  );
}

/**
 * What an entry of the carrier's day comes to, beside the charge it belongs to; `undefined` for
 * what is of another day or no money.
 */
export function judgeEntry<Theirs extends CarrierEntry, Ours extends OwnEntry>(
  day: Day,
  theirs: Theirs,
  ours: Ours | undefined,
): Finding<Theirs, Ours> | undefined {
  if (dayOf(theirs.at) !== day) return undefined;
  const same = ours !== undefined && isSamePayment(theirs, ours) ? ours : undefined;
  if (theirs.status === UNREADABLE)
    return same ? { kind: 'differing', theirs, ours: same } : { kind: 'missing_here', theirs };
  const taken = isTakenStatus(theirs.status);
  if (!same) return taken ? { kind: 'missing_here', theirs } : undefined;
  const takenHere = isTakenHere(same.state);
  if (!taken && !takenHere) return undefined;
  return taken && takenHere && theirs.amount === same.amount
    ? { kind: 'matched', theirs, ours: same }
    : { kind: 'differing', theirs, ours: same };
}

/**
 * What a charge of ours comes to that no entry of the carrier's day, nor of the hours around it,
 * belongs to.
 */
export function judgeUnlisted<Ours extends OwnEntry>(
  day: Day,
  ours: Ours,
): Finding<never, Ours> | undefined {
  return isTakenHere(ours.state) && dayOf(ours.createdAt) === day
    ? { kind: 'missing_there', ours }
    : undefined;
}

/**
 * Each payment once: a list that shifts while it is read shows one twice, perhaps in another state.
 * Where it was seen as taken that stands, else what was seen first.
 */
export function onceEach<Theirs extends CarrierEntry>(entries: readonly Theirs[]): Theirs[] {
  const places = new Map<string, number>();
  const kept: Theirs[] = [];
  for (const entry of entries) {
    const place = entry.carrierPaymentId === null ? undefined : places.get(entry.carrierPaymentId);
    const before = place === undefined ? undefined : kept[place];
    if (place === undefined || before === undefined) {
      if (entry.carrierPaymentId !== null) places.set(entry.carrierPaymentId, kept.length);
      kept.push(entry);
    } else if (!isTakenStatus(before.status) && isTakenStatus(entry.status)) kept[place] = entry;
  }
  return kept;
}

/**
 * The whole comparison in memory: what the service does in batches. `theirs` are the carrier's
 * entries of the day and of {@link EDGE_MS} before and after it; `ours` all charges that could be
 * among them. A payment counts once, and a charge is matched once.
 */
export function reconcile<Theirs extends CarrierEntry, Ours extends OwnEntry>(
  day: Day,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Finding<Theirs, Ours>[] {
  const entries = onceEach(theirs);
  const claims = new Map<Theirs, Ours>();
  for (const [charge, candidates] of groupBy(entries, (entry) => chargeOf(entry, ours))) {
    const claimant = claimantOf(charge, candidates);
    if (claimant) claims.set(claimant, charge);
  }
  const listed = new Set(claims.values());
  return [
    ...entries.map((entry) => judgeEntry(day, entry, claims.get(entry))),
    ...ours.filter((charge) => !listed.has(charge)).map((charge) => judgeUnlisted(day, charge)),
  ].filter((finding) => finding !== undefined);
}

/** How many there are of each. */
export function countsOf(findings: readonly { readonly kind: FindingKind }[]): Counts {
  const of = (kind: FindingKind): number =>
    findings.filter((finding) => finding.kind === kind).length;
  return {
    matched: of('matched'),
    missing_here: of('missing_here'),
    missing_there: of('missing_there'),
    differing: of('differing'),
  };
}

/** Our reference says it first, the carrier's payment id where that says nothing. */
function chargeOf<Ours extends OwnEntry>(
  entry: CarrierEntry,
  ours: readonly Ours[],
): Ours | undefined {
  const same = ours.filter((charge) => isSamePayment(entry, charge));
  return same.find((charge) => charge.reference === entry.reference) ?? same[0];
}

function groupBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key | undefined,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
