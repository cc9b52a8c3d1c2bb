import { z } from 'zod';
import type { Node } from './feed-xml.ts';

/**
 * Reads the JSON lists of videos that JW Player, Brightcove and Vimeo answer into the document of
 * a feed with the same items: what a feed's fields mean is decided in one place.
 */

const words = z.string().nullish();
const number = z.number().nullish();

/** `GET cdn.jwplayer.com/v2/playlists/{id}`. */
const jwPlayer = z.object({
  playlist: z.array(
    z.object({
      mediaid: z.string(),
      title: words,
      description: words,
      image: words,
      /** Seconds since 1970. */
      pubdate: number,
      sources: z
        .array(z.object({ file: z.string(), type: words, height: number, filesize: number }))
        .optional(),
      tracks: z
        .array(z.object({ file: words, kind: words, label: words, language: words }))
        .nullish(),
    }),
  ),
});

/** `GET edge.api.brightcove.com/playback/v1/accounts/{account}/playlists/{id}`, or `…/videos`. */
const brightcove = z.object({
  videos: z.array(
    z.object({
      account_id: z.string(),
      id: z.string(),
      name: words,
      description: words,
      long_description: words,
      poster: words,
      published_at: words,
      sources: z
        .array(
          z.object({ src: words, type: words, container: words, height: number, size: number }),
        )
        .optional(),
      text_tracks: z
        .array(
          z.object({
            ...{ src: words, srclang: words, label: words, kind: words, mime_type: words },
            sources: z.array(z.object({ src: words })).nullish(),
          }),
        )
        .nullish(),
    }),
  ),
});

const vimeoFiles = z
  .array(z.object({ link: z.string(), type: words, height: number, size: number }))
  .nullish();
const vimeoTracks = z.array(z.object({ link: words, language: words, name: words, type: words }));
/** `GET api.vimeo.com/me/videos`: a page of them, with files where the account may have them. */
const vimeo = z.object({
  total: z.number(),
  data: z.array(
    z.object({
      uri: z.string().regex(/^\/videos\//),
      name: words,
      description: words,
      language: words,
      release_time: words,
      created_time: words,
      pictures: z
        .object({ sizes: z.array(z.object({ link: z.string(), width: z.number() })).optional() })
        .nullish(),
      files: vimeoFiles,
      download: vimeoFiles,
      /** The answer of `GET /videos/{id}/texttracks`, where the list was joined with it. */
      texttracks: z.union([vimeoTracks, z.object({ data: vimeoTracks })]).nullish(),
    }),
  ),
});

export interface ProviderFeed {
  readonly document: Node;
  /** What is missing of it, one line each. */
  readonly unread: readonly string[];
}

/** The feed in a JSON document; `undefined`: it is none of a provider that is known. */
export function providerFeed(document: unknown): ProviderFeed | undefined {
  const ofJwPlayer = jwPlayer.safeParse(document);
  if (ofJwPlayer.success)
    return feedOf(
      'jwplayer.com',
      ofJwPlayer.data.playlist.map(({ mediaid, sources, pubdate, image, tracks, ...one }) => ({
        ...{ guid: mediaid, title: one.title, description: one.description, picture: image },
        date: pubdate ? new Date(pubdate * 1000).toISOString() : undefined,
        files: sources?.map(({ file, filesize, ...rest }) => ({
          ...{ url: file, bytes: filesize, ...rest },
        })),
        tracks: tracks?.map(({ file, language, ...rest }) => {
          return { url: file, language, ...rest };
        }),
      })),
    );
  const ofBrightcove = brightcove.safeParse(document);
  if (ofBrightcove.success)
    return feedOf(
      'brightcove.com',
      ofBrightcove.data.videos.map(({ id, name, sources, text_tracks: tracks, ...one }) => ({
        ...{ guid: id, title: name, description: one.long_description ?? one.description },
        ...{ date: one.published_at, picture: one.poster },
        files: sources?.flatMap(({ src, type, container, height, size }) =>
          src ? [{ url: src, type: type ?? container, height, bytes: size }] : [],
        ),
        tracks: tracks?.map(({ src, sources: all, srclang, mime_type, ...rest }) => {
          const url = [src, ...(all ?? []).map((other) => other.src)].find(isHttps) ?? src;
          return { url, language: srclang, type: mime_type, ...rest };
        }),
      })),
    );
  const ofVimeo = vimeo.safeParse(document);
  if (!ofVimeo.success) return undefined;
  const { total, data } = ofVimeo.data;
  const feed = feedOf(
    'vimeo.com',
    data.map(({ uri, name, pictures, files, download, texttracks, ...one }) => ({
      ...{ guid: uri.slice('/videos/'.length), title: name, description: one.description },
      ...{ date: one.release_time ?? one.created_time, language: one.language },
      picture: pictures?.sizes?.toSorted((a, b) => b.width - a.width)[0]?.link,
      files: [...(files ?? []), ...(download ?? [])].map(({ link, size, ...rest }) => ({
        ...{ url: link, bytes: size, ...rest },
      })),
      tracks: (texttracks && 'data' in texttracks ? texttracks.data : texttracks)?.map(
        ({ link, language, type }) => ({ url: link, language, kind: type }),
      ),
    })),
  );
  const more = total - data.length;
  return more > 0 ? { ...feed, unread: [`${more} videos are on other pages of the list`] } : feed;
}

type Given = string | null | undefined;

interface Item {
  readonly guid: string;
  readonly title: Given;
  readonly description: Given;
  readonly date: Given;
  readonly language?: Given;
  readonly picture: Given;
  readonly files:
    | readonly {
        readonly url: string;
        readonly type?: Given;
        readonly height?: number | null | undefined;
        readonly bytes?: number | null | undefined;
      }[]
    | undefined;
  readonly tracks:
    | readonly {
        readonly url?: Given;
        readonly language?: Given;
        readonly label?: Given;
        readonly kind?: Given;
        readonly type?: Given;
      }[]
    | undefined;
}

const isHttps = (url: Given): boolean => url?.startsWith('https:') === true;

/** The provider is the source of the keys: its ids are the same in each of its lists. */
function feedOf(provider: string, items: readonly Item[]): ProviderFeed {
  const item = items.map(({ guid, title, description, date, language, ...one }) => ({
    ...{ guid, title, description, pubDate: date, '@lang': language },
    'media:thumbnail': one.picture ? [{ '@url': one.picture }] : [],
    'media:subTitle': (one.tracks ?? []).map(({ url, ...track }) => ({
      ...{ '@href': url, '@lang': track.language, '@label': track.label },
      ...{ '@kind': track.kind, '@type': track.type },
    })),
    'media:content': (one.files ?? []).map(({ url, type, height, bytes }) => ({
      ...{ '@url': url, '@type': type },
      ...{ '@height': String(height ?? ''), '@fileSize': String(bytes ?? '') },
    })),
  }));
  return { document: { rss: { channel: { link: `https://${provider}`, item } } }, unread: [] };
}
