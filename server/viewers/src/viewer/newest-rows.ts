/** Whose newest rows are asked for, and how many of them. */
interface AskedRows {
  readonly subscriberId: number;
  readonly limit: number;
}

/** The same question of the same subscriber; for batches of {@link newestOf}. */
export const newestName = ({ subscriberId, limit }: AskedRows): string =>
  `${subscriberId} ${limit}`;

/**
 * Reads the newest rows of each of several subscribers by one statement with one limit, which
 * answers each subscriber's rows in their order.
 */
export function newestOf<Row extends { readonly subscriberId: number }>(
  read: (asked: {
    readonly subscriberIds: readonly number[];
    readonly limit: number;
  }) => Promise<readonly Row[]>,
) {
  return async (asked: readonly AskedRows[]): Promise<(readonly Row[])[]> => {
    const subscriberIds = [...new Set(asked.map(({ subscriberId }) => subscriberId))];
    const limit = Math.max(...asked.map((one) => one.limit));
    const found = Map.groupBy(await read({ subscriberIds, limit }), (row) => row.subscriberId);
    return asked.map((one) => (found.get(one.subscriberId) ?? []).slice(0, one.limit));
  };
}
