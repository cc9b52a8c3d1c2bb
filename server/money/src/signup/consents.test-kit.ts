/** A package and price that a holder said yes to, and from when. */
export interface AcceptedPrice {
  readonly packageId: string;
  readonly price: number;
  readonly from: Date;
  /** Accepted before it began. */
  readonly isAhead?: boolean;
}

export type Consents = ReturnType<typeof createConsents>;

/**
 * The consents of one subscription as its holder remembers them, without the product's own rules:
 * the newest one that counts and has begun says the price of a charge.
 */
export function createConsents(first: Omit<AcceptedPrice, 'from'>, at: Date) {
  const given: (AcceptedPrice & { counts: boolean })[] = [{ ...first, from: at, counts: true }];
  let paid = 0;
  const giveUp = (which: (one: AcceptedPrice) => boolean): void => {
    for (const one of given.slice(paid + 1)) if (which(one)) one.counts = false;
  };
  return {
    /** A later yes replaces what has not begun. */
    give: (one: AcceptedPrice, now: Date): void => {
      giveUp(({ from }) => from > now);
      given.push({ ...one, counts: true });
    },
    /** The holder stays with what they pay. */
    giveUpAll: (): void => giveUp(() => true),
    /** The operator withdrew a price that has not begun. */
    withdrawn: ({ packageId, price, from }: AcceptedPrice, now: Date): void =>
      giveUp(
        (one) =>
          one.packageId === packageId &&
          one.price === price &&
          one.from > now &&
          one.from.getTime() === from.getTime(),
      ),
    /** A charge was taken: what was said before it is history. */
    paid: (packageId: string, price: number, now: Date): void => {
      paid = given.findLastIndex(
        (one) =>
          one.counts && one.packageId === packageId && one.price === price && one.from <= now,
      );
    },
    at: (now: Date): AcceptedPrice | undefined =>
      given.findLast((one) => one.counts && one.from <= now),
  };
}
