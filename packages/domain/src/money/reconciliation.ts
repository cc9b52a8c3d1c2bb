import { type Day, dayOf, daysAfter, instantOf } from '../south-african-time.ts';
import { type ChargeInstants, type ChargeState, lastSentAt } from './charge.ts';
import type { Cents } from './rand.ts';

/**
 * Compares the carrier's list of payments with our charges for one South African day.
 *
 * Only taken money counts: a payment that both sides know as denied is not compared. A payment
 * belongs to the day on which the CARRIER made it, because the carrier's list is compared. Near
 * midnight the comparison also reads the neighbouring days, so that a payment which we recorded on
 * the other side of midnight is matched once, on the carrier's day, and is missing on neither. A
 * charge that the carrier does not have is missing on the day on which we last asked for it.
 */

/**
 * A payment in the carrier's list or file. `status` is in the carrier's words (see {@link
 * isTakenStatus}), or {@link UNREADABLE}: then `amount` and `at` hold whatever could be read.
 */
export interface CarrierEntry {
  readonly reference: string | null;
  readonly carrierPaymentId: string | null;
  /** The amount taken, VAT included. */
  readonly amount: Cents;
  readonly status: string;
  readonly at: Date;
}

/** A charge in our own books. */
export interface OwnEntry extends ChargeInstants {
  readonly id: string;
  readonly reference: string;
  readonly carrierPaymentId: string | null;
  readonly amount: Cents;
  readonly state: ChargeState;
}

/**
 * The status of an entry that cannot be read as a payment. It may be money, so it always counts as
 * a difference.
 */
export const UNREADABLE = 'unreadable';

/**
 * `missing_here`: the carrier took a payment that we do not know. `missing_there`: we have a charge
 * as taken and the carrier does not have it. `differing`: both know it, with different amounts, or
 * only one side has it as taken.
 */
export type Finding<Theirs extends CarrierEntry = CarrierEntry, Ours extends OwnEntry = OwnEntry> =
  | { readonly kind: 'matched'; readonly theirs: Theirs; readonly ours: Ours }
  | { readonly kind: 'missing_here'; readonly theirs: Theirs }
  | { readonly kind: 'missing_there'; readonly ours: Ours }
  | { readonly kind: 'differing'; readonly theirs: Theirs; readonly ours: Ours };

export type FindingKind = Finding['kind'];
export type Counts = Readonly<Record<FindingKind, number>>;

/**
 * How far beyond midnight each side's entries are read for payments recorded on the other side of
 * midnight.
 */
export const EDGE_MS = 15 * 60_000;

/** A refunded payment was taken all the same: lists of payments do not contain refunds. */
const TAKEN_THERE: readonly string[] = ['succeeded', 'refunded'];

export function isTakenStatus(status: string): boolean {
  return TAKEN_THERE.includes(status);
}

/** Whether our charge was taken, refunded since or not. */
export function isTakenHere(state: ChargeState): boolean {
  return state === 'succeeded' || state === 'refunded';
}

/** From the first instant of a day to the first instant of the next day, exclusive. */
export function boundsOf(day: Day): { readonly from: Date; readonly to: Date } {
  return { from: instantOf(day), to: instantOf(daysAfter(day, 1)) };
}

/**
 * Whether the two are the same payment: by our reference, else by the carrier's payment id. Where
 * our charge was taken under another payment id, a second payment with the same reference is a
 * different one: the carrier took the money twice.
 */
export function isSamePayment(theirs: CarrierEntry, ours: OwnEntry): boolean {
  const known = theirs.carrierPaymentId !== null && ours.carrierPaymentId !== null;
  if (known && theirs.carrierPaymentId === ours.carrierPaymentId) return true;
  if (theirs.reference !== ours.reference) return false;
  return !(known && isTakenHere(ours.state));
}

/**
 * Which of several candidate entries belongs to this charge: the one with the known payment id,
 * else one that was taken, else the earliest. For a charge that we do not have as taken, a taken
 * entry comes first: the other entries add nothing to what we know.
 */
export function entryOfCharge<Theirs extends CarrierEntry>(
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
 * The finding for one entry of the carrier's day and its charge; `undefined` for an entry of
 * another day or one without money.
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

/** The finding for a charge that matches no entry of the carrier's day or the hours around it. */
export function judgeUnlisted<Ours extends OwnEntry>(
  day: Day,
  ours: Ours,
): Finding<never, Ours> | undefined {
  return isTakenHere(ours.state) && dayOf(lastSentAt(ours)) === day
    ? { kind: 'missing_there', ours }
    : undefined;
}

/**
 * Removes duplicates: a list that shifts while it is read may show a payment twice, perhaps in
 * another state. An entry seen as taken wins, else the first one seen.
 */
export function withoutDuplicates<Theirs extends CarrierEntry>(
  entries: readonly Theirs[],
): Theirs[] {
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
 * The whole comparison in memory; the service does the same in batches. `theirs`: the carrier's
 * entries of the day and of {@link EDGE_MS} before and after it. `ours`: all charges that could be
 * among them. Each payment counts once, and each charge is matched once.
 */
export function reconcile<Theirs extends CarrierEntry, Ours extends OwnEntry>(
  day: Day,
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): Finding<Theirs, Ours>[] {
  const entries = withoutDuplicates(theirs);
  const claims = new Map<Theirs, Ours>();
  for (const [charge, candidates] of groupBy(entries, (entry) => chargeOf(entry, ours))) {
    const claimant = entryOfCharge(charge, candidates);
    if (claimant) claims.set(claimant, charge);
  }
  const listed = new Set(claims.values());
  return [
    ...entries.map((entry) => judgeEntry(day, entry, claims.get(entry))),
    ...ours.filter((charge) => !listed.has(charge)).map((charge) => judgeUnlisted(day, charge)),
  ].filter((finding) => finding !== undefined);
}

/** The number of findings of each kind. */
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

/** Matches by our reference first, then by the carrier's payment id. */
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
