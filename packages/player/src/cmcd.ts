import { appendCmcdQuery, type Cmcd } from '@svta/cml-cmcd';

/** Which playback asks. */
export interface CmcdTerms {
  /** The play's id, which is in our own play log too. */
  readonly session: string;
  /** The title's slug, or the channel's. */
  readonly content: string;
  readonly isLive?: boolean | undefined;
}

/** What a request is for, and how the playback is doing. */
export interface CmcdFacts {
  readonly kind: 'init' | 'segment';
  /** Lines of the rendition; 0: sound alone. */
  readonly height: number;
  /** Bit/s of the rendition, and of the best one. */
  readonly bandwidth: number;
  readonly highest: number;
  /** Seconds of the segment, and seconds in the buffer ahead of the picture. */
  readonly duration: number;
  readonly ahead: number;
  /** Bit/s as measured; `undefined` before the first measurement. */
  readonly throughput: number | undefined;
  /** Whether the buffer ran empty since the request before. */
  readonly isStarved: boolean;
}

const kbit = (rate: number): number => Math.round(rate / 1000);

/**
 * The address of a file with common media client data (CTA-5004-B, version 2) in its query: a
 * header would cost a preflight for each address of a CDN.
 */
export function withCmcd(
  url: string,
  { session, content, isLive }: CmcdTerms,
  facts: CmcdFacts,
): string {
  const { kind, height, duration, ahead, throughput } = facts;
  const data: Cmcd = {
    sid: session,
    cid: content,
    // Our player reads no playlist and no manifest.
    sf: 'o',
    st: isLive ? 'l' : 'v',
    ot: kind === 'init' ? 'i' : height > 0 ? 'av' : 'a',
    br: [kbit(facts.bandwidth)],
    tb: [kbit(facts.highest)],
    ...(kind === 'segment' ? { d: Math.round(duration * 1000) } : {}),
    bl: [Math.round(ahead * 10) * 100],
    ...(throughput === undefined ? {} : { mtp: [Math.round(throughput / 100_000) * 100] }),
    ...(ahead === 0 ? { su: true } : {}),
    ...(facts.isStarved ? { bs: true } : {}),
  };
  return appendCmcdQuery(url, data, { version: 2 });
}
