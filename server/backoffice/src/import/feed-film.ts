import { extname } from 'node:path/posix';
import { FILM_ENDINGS } from '@bonisa/domain/catalogue/film-name';
import { cutText } from '@bonisa/domain/cut-text';
import { addressIn, type Node, textOf } from './feed-xml.ts';
import { isFilmAddress } from './film-fields.ts';

/** The film among the contents of a feed's item, and what the others are. */

/** A playlist (HLS, DASH) names thousands of files and is not fetched. */
const PLAYLIST = /mpegurl|dash\+xml|\.(?:m3u8|mpd)$/i;
const OTHER_TYPES = /^(?:image|audio|text)\/|flash|html|pdf|zip/i;
const FILM_TYPES = /^video\b|^(?:mp4|mov|mkv|webm|quicktime|matroska)$|mp4|matroska/i;

const SOUND_ENDINGS = new Set([
  '.mp3',
  '.m4a',
  '.m4b',
  '.aac',
  '.ac3',
  '.oga',
  '.ogg',
  '.opus',
  '.wav',
  '.flac',
  '.wma',
]);

export interface FoundFilm {
  readonly film: FilmContent | undefined;
  /** It is a podcast or a song: it has sounds, and nothing that may have a picture. */
  readonly hasOnlySound: boolean;
  /** The addresses of contents that are pictures. */
  readonly pictures: readonly string[];
  /** Without a film: what each content is. */
  readonly none: readonly string[];
  /** Beside the film: what else the item has. */
  readonly others: readonly { readonly url: string; readonly what: string }[];
}

export interface FilmContent {
  readonly node: Node;
  readonly url: string;
  readonly bytes: number;
}

/**
 * The largest film that an item names, at an https address where there is one: the renditions for
 * viewers are made of it here. A preview (`expression="sample"`) is no film.
 */
export function feedFilm(contents: readonly Node[], base: string | undefined): FoundFilm {
  const named = contents.flatMap((node) => {
    const url = addressIn(node, base);
    return url === undefined ? [] : [{ node, url, kind: kindOf(node, url) }];
  });
  const films = named.flatMap(({ node, url, kind }) => {
    const number = (name: string): number => Number(textOf(node[`@${name}`])) || 0;
    const bytes = number('fileSize') || number('length');
    const pixels = number('height') || number('width') * 0.5625;
    return kind === 'film' ? [{ node, url, bytes, size: pixels * 1e6 + number('bitrate') }] : [];
  });
  const https = films.filter(({ url }) => isFilmAddress(url));
  const [film] = (https.length > 0 ? https : films).toSorted(
    (a, b) => b.size - a.size || b.bytes - a.bytes,
  );
  const left = film ? named.filter(({ url }) => url !== film.url) : [];
  const rest = named.filter(({ node, kind }) => {
    // A playlist of sounds says nothing else than one of films, but for its size.
    return kind !== 'picture' && (kind !== 'playlist' || node['@height'] || node['@width']);
  });
  return {
    film,
    hasOnlySound: rest.length > 0 && rest.every(isSound),
    pictures: named.filter(({ kind }) => kind === 'picture').map(({ url }) => url),
    none: film ? [] : named.map(whyNone),
    others: left.map(({ node, url, kind }) => {
      const isOther = textOf(node['@lang']) !== textOf(film?.node['@lang']);
      const aFilm = isOther ? 'a film in another language' : 'a smaller film of an item';
      return { url, what: kind === 'film' ? aFilm : `a ${kind} beside the film of an item` };
    }),
  };
}

function whyNone({ node, url, kind }: { node: Node; url: string; kind: string }): string {
  const type = textOf(node['@type']) ?? 'without a type';
  const what = kind === 'preview' ? 'is a preview' : 'is no film that can be fetched';
  return `${cutText(url, 200)} (${cutText(type, 60)}) ${what}`;
}

function isSound({ node, url, kind }: { node: Node; url: string; kind: string }): boolean {
  const type = textOf(node['@type']) ?? '';
  const said = /^audio\//i.test(type) || textOf(node['@medium'])?.toLowerCase() === 'audio';
  return kind === 'file' && (said || (type === '' && SOUND_ENDINGS.has(endingOf(url))));
}

function endingOf(url: string): string {
  return extname(URL.parse(url, 'https://relative.invalid/')?.pathname ?? '').toLowerCase();
}

/** By its type; where that says nothing, by its ending, and by what it calls itself. */
function kindOf(node: Node, url: string): 'film' | 'preview' | 'picture' | 'playlist' | 'file' {
  const type = textOf(node['@type']) ?? '';
  const medium = textOf(node['@medium'])?.toLowerCase();
  const path = URL.parse(url, 'https://relative.invalid/')?.pathname ?? '';
  if (PLAYLIST.test(type) || PLAYLIST.test(path)) return 'playlist';
  if (/^image\//i.test(type) || (medium === 'image' && type === '')) return 'picture';
  const isFilm = FILM_ENDINGS.has(endingOf(url))
    ? !/^audio\//i.test(type)
    : !OTHER_TYPES.test(type) && (FILM_TYPES.test(type) || medium === 'video');
  if (!isFilm) return 'file';
  return textOf(node['@expression'])?.toLowerCase() === 'sample' ? 'preview' : 'film';
}
