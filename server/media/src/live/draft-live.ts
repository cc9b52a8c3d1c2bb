import type { Clock } from '@bonisa/kit/clock/clock';
import type { MediaSigning } from '../delivery/media.signing.ts';
import type { LinearChannels } from './linear-source.ts';
import {
  createLiveDelivery,
  type LiveWindow,
  MULTIVARIANT_FILES,
} from './live-delivery.service.ts';
import { PLAYLIST_TYPE } from './live-playlist.ts';
import { createLiveTokens } from './live-token.ts';

export interface DraftLiveDependencies {
  readonly channels: Omit<LinearChannels, 'hourBytes' | 'isShown'>;
  readonly key: Buffer;
  readonly signing: Pick<MediaSigning, 'folderAddress' | 'moveMark' | 'pathways'>;
  readonly clock: Clock;
}

export type DraftLive = ReturnType<typeof createDraftLive>;

/** What a previewing browser asked for below a live channel's address. */
export interface LiveFileRequest {
  readonly token: string;
  readonly file: string;
  /** The source that the player knows. */
  readonly source: string | undefined;
}

/** An answer that no cache may hold. */
export interface DraftLiveFile {
  readonly type: string;
  readonly text: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * The playlists and spans of live channels that only a preview has. They have a delivery of their
 * own, with its own caches and with addresses signed for another purpose: what viewers' routes and
 * their fast path hold never has a draft, and such an address is not valid there. The caller judges
 * at each request whether the preview lasts.
 */
export function createDraftLive({ channels, key, signing, clock }: DraftLiveDependencies) {
  const { find, programmes, channelBySlug } = channels;
  const tokens = createLiveTokens(key, 'preview.live');
  const mayStillPlay = async () => true;
  const delivery = createLiveDelivery({ find, programmes, tokens, signing, mayStillPlay, clock });
  return {
    plays: { channelBySlug, find, delivery, tokens, clock },

    /**
     * The answer at an address of a draft channel; undefined: the address is not one. Throws as
     * the delivery does.
     */
    async file({ token, file, source }: LiveFileRequest): Promise<DraftLiveFile | undefined> {
      if (!tokens.read(token)) return undefined;
      if (file === 'now')
        return { type: JSON_TYPE, text: JSON.stringify(await delivery.now(token)) };
      const window = windowOf(file);
      if (window !== undefined)
        return { type: PLAYLIST_TYPE, text: await delivery.multivariant(token, window) };
      const { body } = await delivery.file(token, file, source);
      const type = file.endsWith('.json') ? JSON_TYPE : PLAYLIST_TYPE;
      return { type, text: body.plain.toString() };
    },
  };
}

function windowOf(file: string): LiveWindow | undefined {
  return new Map<string, LiveWindow>(Object.entries(MULTIVARIANT_FILES)).get(file);
}
