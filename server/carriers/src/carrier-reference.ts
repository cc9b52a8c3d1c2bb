/**
 * The names of payments, refunds and messages at the carrier. A name follows from its purpose, so
 * that a database that was restored from a backup uses the same name again, and the carrier
 * recognises the payment instead of taking it a second time. The same holds for messages.
 */
import { idOf } from '@bonisa/kit/ids';

/** One attempt to take the money of a subscription's period; the first attempt is 1. */
export interface ChargeAttempt {
  readonly subscriptionId: string;
  readonly period: number;
  readonly attempt: number;
}

/** One refund of an amount of a charge; the first refund of this amount is 1. */
export interface RefundAttempt {
  readonly chargeReference: string;
  readonly amount: number;
  readonly attempt: number;
}

/** The reference of a charge. It reveals nothing of the number, the subscription or the period. */
export function chargeReference({ subscriptionId, period, attempt }: ChargeAttempt): string {
  return `BON-${idOf('charge', subscriptionId, period, attempt)}`;
}

/** The reference of a refund. */
export function refundReference({ chargeReference, amount, attempt }: RefundAttempt): string {
  return `BON-R-${idOf('refund', chargeReference, amount, attempt)}`;
}

/**
 * The reference of a message. A message that is sent once has the same reference whenever it is
 * written, so the carrier sends it once.
 */
export function messageReference({
  id,
  onceKey,
}: {
  readonly id: string;
  readonly onceKey: string | null;
}): string {
  return onceKey === null ? id : idOf('message', onceKey);
}

/** The client correlator that belongs to a reference of ours: the id in it. */
export function correlatorOf(reference: string): string {
  return reference.replace(/^BON-(R-)?/, '');
}

/** Whether a payment in the carrier's list has a reference of our form. */
export function isOurReference(reference: string | undefined): reference is string {
  return (
    reference !== undefined && /^BON-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference)
  );
}

/** How many further attempts are looked for together. */
const AT_ONCE = 16;

/**
 * The first free reference of each item: that of attempt 1, or of the attempt after those whose
 * references are taken. `takenOf` returns which of the given references exist in the database.
 */
export async function freeReferences<Item>(
  items: readonly Item[],
  referenceOf: (item: Item, attempt: number) => string,
  takenOf: (references: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const free: string[] = [];
  /**
   * Two items of one call may be the same, for instance two refunds of one amount: each gets its
   * own reference.
   */
  const assigned = new Set<string>();
  let open = items.map((item, index) => ({ item, index }));
  for (let from = 1, count = 1; open.length > 0; from += count, count = AT_ONCE) {
    const tried = open.map((one) => ({
      ...one,
      references: Array.from({ length: count }, (_, step) => referenceOf(one.item, from + step)),
    }));
    const taken = await takenOf(tried.flatMap(({ references }) => references));
    open = tried.filter(({ index, references }) => {
      const reference = references.find((one) => !taken.has(one) && !assigned.has(one));
      if (reference === undefined) return true;
      assigned.add(reference);
      free[index] = reference;
      return false;
    });
  }
  return free;
}
