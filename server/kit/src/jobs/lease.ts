/** How long after its last sign of life a process still holds work. */
export const LEASE_MS = 45_000;
/** Four signs of life may fail before a lease ends. */
const RENEW_EVERY_MS = 10_000;

/** The end of a lease with a sign of life `now`. */
export function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS);
}

/** The renewal of a lease while its work runs. */
export interface LeaseRenewal {
  /** Ends it, after the renewal that is under way. */
  stop(): Promise<void>;
}

/**
 * Renews a lease at intervals of real time until it is stopped. A renewal that fails is not an
 * error yet: the next one follows, and without any the lease ends, which the work itself notices
 * when it writes its result.
 */
export function renewLease(renew: () => Promise<unknown>): LeaseRenewal {
  let renewing: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(() => undefined)
      .finally(() => {
        renewing = undefined;
      });
  }, RENEW_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await renewing;
    },
  };
}
