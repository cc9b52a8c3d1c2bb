import type { Language } from '@bonisa/domain/languages';
import { ringOf } from '@bonisa/kit/secrets/key-ring';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import { createSigner } from '@bonisa/kit/secrets/signed-token';
import { assetAddress, type Pathway } from './delivery.addresses.ts';

/**
 * Signed, stateless addresses. The address of a playlist is for one viewer and valid for hours. The
 * address of a segment is the same for every viewer, signed by asset and six-hour bucket, so that
 * any cache may store it.
 */

/** The content of a playlist token. */
export interface PlaylistGrant {
  readonly assetId: string;
  /** The subscriber's id; never a phone number. */
  readonly viewer: string;
  /** The hash of the session that it was issued to; signing out ends the playlist. */
  readonly session: string;
  readonly until: Date;
  /** The highest rendition for this viewer, in lines; 0: sound alone. */
  readonly cap?: number | undefined;
  /** The slug of the title, for the captions that an editor gave it. */
  readonly title?: string | undefined;
  /** The language of the viewer's interface, for the captions that are on by default. */
  readonly language?: Language | undefined;
}

export type Refusal = 'signature_invalid' | 'signature_expired';

export type Verified<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export interface MediaSigning {
  /** The token of a playlist's address. */
  playlistToken(grant: PlaylistGrant): string;
  /** Reads a token: the grant, or the reason why it is not valid. */
  readPlaylistToken(token: string, now: Date): Verified<PlaylistGrant>;
  /** The `<bucket>-<signature>` part of a segment's address. */
  segmentKey(assetId: string, now: Date): string;
  /**
   * The address of an asset's folder, with a slash at its end: below `MEDIA_URL` where there is
   * one. The same for every viewer for six hours.
   */
  folderAddress(assetId: string, now: Date, pathway?: Pathway): string;
  /** The pathways that there are, `main` first. */
  readonly pathways: readonly Pathway[];
  /** The mark of an asset's segments that are moved by so many microseconds. */
  moveMark(assetId: string, microseconds: number): string;
  isMoveMark(mark: string, assetId: string, microseconds: number): boolean;
  /** Checks a segment key: until when it is valid, or the reason why it is not. */
  checkSegmentKey(key: string, assetId: string, now: Date): Verified<{ readonly until: Date }>;
}

/** The maximum validity of a playlist, however long the entitlement. */
export const LONGEST_GRANT_MS = 4 * 3600 * 1000;

const BUCKET_MS = 6 * 3600 * 1000;
const LONGEST_TOKEN = 500;
/** The fields of a token: asset, viewer, end in seconds, cap, session, title and language. */
type PlaylistFields = [
  string,
  string,
  number,
  number | null,
  string,
  string | null,
  Language | null,
];

/**
 * Makes the signatures of media from one secret key of 32 bytes or more. `main` is the address
 * under which viewers get files, without it the site's own; `backup` a second one of the same
 * files.
 */
export function createMediaSigning(
  key: Buffer,
  { main = '', backup }: { readonly [place in Pathway]?: string | undefined } = {},
): MediaSigning {
  const playlists = createSigner(key, 'media.playlist');
  const segments = createSigner(key, 'media.segment');

  function segmentKey(assetId: string, now: Date): string {
    const bucket = Math.floor(now.getTime() / BUCKET_MS);
    return `${bucket}-${segments.sign(`${bucket}/${assetId}`)}`;
  }

  return {
    playlistToken(grant) {
      const fields: PlaylistFields = [
        grant.assetId,
        grant.viewer,
        Math.floor(grant.until.getTime() / 1000),
        grant.cap ?? null,
        grant.session,
        grant.title ?? null,
        grant.language ?? null,
      ];
      const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${payload}.${playlists.sign(payload)}`;
    },

    readPlaylistToken(token, now) {
      const [payload, signature, ...rest] = token.length > LONGEST_TOKEN ? [] : token.split('.');
      if (!payload || !signature || rest.length > 0 || !playlists.matches(payload, signature))
        return { ok: false, refusal: 'signature_invalid' };
      // Our signature guarantees the shape of the payload.
      const [assetId, viewer, seconds, cap, session, title, language] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      ) as PlaylistFields;
      const until = new Date(seconds * 1000);
      if (until <= now) return { ok: false, refusal: 'signature_expired' };
      return {
        ok: true,
        value: {
          ...{ assetId, viewer, session, until },
          ...(title === null ? {} : { title }),
          ...(language === null ? {} : { language }),
          ...(cap === null ? {} : { cap }),
        },
      };
    },

    segmentKey,

    folderAddress: (assetId, now, pathway = 'main') =>
      `${(pathway === 'backup' && backup) || main}${assetAddress(segmentKey(assetId, now), assetId)}`,

    pathways: backup === undefined ? ['main'] : ['main', 'backup'],

    moveMark: (assetId, microseconds) => moveMark(key, assetId, microseconds),

    isMoveMark: (mark, assetId, microseconds) =>
      ringOf(key).some(({ bytes }) => moveMark(bytes, assetId, microseconds) === mark),

    checkSegmentKey(segmentKey, assetId, now) {
      const match = /^(\d{1,9})-(.{49})$/.exec(segmentKey);
      if (!match || !segments.matches(`${match[1]}/${assetId}`, match[2] as string))
        return { ok: false, refusal: 'signature_invalid' };
      const bucket = Number(match[1]);
      const current = Math.floor(now.getTime() / BUCKET_MS);
      if (current < bucket) return { ok: false, refusal: 'signature_invalid' };
      if (current > bucket + 1) return { ok: false, refusal: 'signature_expired' };
      return { ok: true, value: { until: new Date((bucket + 2) * BUCKET_MS) } };
    },
  };
}

/** The first 8 bytes of a signature, in the digits that file names have: too short for a `kid`. */
function moveMark(key: Uint8Array, assetId: string, microseconds: number): string {
  const signature = keyedHash(key, 'move', assetId, String(microseconds));
  return Buffer.from(signature, 'base64url').toString('hex', 0, 8);
}

/**
 * The end of a playlist issued now: after four hours, or with the entitlement if that is sooner.
 */
export function grantUntil(now: Date, entitledUntil: Date): Date {
  return new Date(Math.min(now.getTime() + LONGEST_GRANT_MS, entitledUntil.getTime()));
}
