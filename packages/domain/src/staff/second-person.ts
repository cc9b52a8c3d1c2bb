/**
 * Who counts as a second person. Whoever invited, reset or changed an account may hold what it
 * signs in by, so for a while the two count as one person.
 */

/** How long a change of an account binds it to whoever made it. */
export const BOUND_MS = 7 * 24 * 60 * 60_000;

/** An account was invited, reset or changed, or its one-time link was shown to somebody. */
export interface AccountChange {
  /** The account that made the change. */
  readonly by: string;
  /** The account that was changed. */
  readonly account: string;
  readonly at: Date;
}

/**
 * Whether the decider is another person than the one who asked: nobody could have acted both as the
 * one when it asked and as the other one now. Changes lead on: who changed the changer of an
 * account may hold that account too.
 *
 * @param changes all changes of accounts since `BOUND_MS` before the request.
 */
export function isIndependent(
  request: { readonly askedBy: string; readonly askedAt: Date },
  decider: string,
  changes: readonly AccountChange[],
  now: Date,
): boolean {
  const askers = holdersOf(request.askedBy, changes, request.askedAt);
  return ![...holdersOf(decider, changes, now)].some((holder) => askers.has(holder));
}

/** Every account whose person may act as this one at an instant, itself included. */
function holdersOf(account: string, changes: readonly AccountChange[], at: Date): Set<string> {
  const holders = new Set([account]);
  const since = at.getTime() - BOUND_MS;
  const inForce = changes.filter((change) => change.at.getTime() > since && change.at <= at);
  // A set also hands out what is added while it is walked.
  for (const holder of holders)
    for (const { by, account: changed } of inForce) if (changed === holder) holders.add(by);
  return holders;
}
