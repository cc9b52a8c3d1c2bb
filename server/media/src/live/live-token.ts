import { createSigner } from '@bonisa/kit/secrets/signed-token';

/** What a live playlist's address grants, for one viewer. */
export interface LiveGrant {
  readonly channelId: number;
  /** The subscriber's id; never a phone number. */
  readonly viewer: string;
  /** The hash of the session that it was issued to; signing out ends it. */
  readonly session: string;
  readonly until: Date;
  /** The highest rendition in lines; 0: sound alone. */
  readonly cap?: number | undefined;
}

export type LiveTokens = ReturnType<typeof createLiveTokens>;

const LONGEST_TOKEN = 250;
type Fields = [number, string, number, number | null, string];

/**
 * Signs the addresses of live channels. A video's address is never valid here, nor is one of
 * another purpose.
 */
export function createLiveTokens(key: Buffer, purpose: 'media.live' | 'preview.live') {
  const signer = createSigner(key, purpose);
  return {
    issue({ channelId, viewer, session, until, cap }: LiveGrant): string {
      const fields: Fields = [
        channelId,
        viewer,
        Math.floor(until.getTime() / 1000),
        cap ?? null,
        session,
      ];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}.${signer.sign(payload)}`;
    },

    /** The grant; `undefined` for a token that is not ours. The caller judges `until`. */
    read(token: string): LiveGrant | undefined {
      const [payload, signature, ...rest] = token.length > LONGEST_TOKEN ? [] : token.split('.');
      if (!payload || !signature || rest.length > 0 || !signer.matches(payload, signature))
        return undefined;
      // Our signature guarantees the shape of the payload.
      const [channelId, viewer, seconds, cap, session] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as Fields;
      const until = new Date(seconds * 1000);
      return { channelId, viewer, session, until, ...(cap === null ? {} : { cap }) };
    },
  };
}
