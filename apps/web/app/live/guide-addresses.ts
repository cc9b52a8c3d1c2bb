import { liveAddress, liveChannelAddress, pageOfList } from '../titles/addresses.ts';

/** A live channel's own page in a window of time (null: now). */
export function channelDayAddress(
  channel: Parameters<typeof liveChannelAddress>[0],
  from: string | null,
): string {
  const address = liveChannelAddress(channel);
  return from ? `${address}?from=${from}` : address;
}

/** A page of the guide in a window of time (null: now). */
export function guideAddress(
  category: { slug: string } | null,
  { from, page = 1 }: { from: string | null; page?: number },
): string {
  const address = pageOfList(liveAddress(category ?? undefined), page);
  return from ? `${address}${page > 1 ? '&' : '?'}from=${from}` : address;
}
