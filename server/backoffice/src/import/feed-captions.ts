import { cutText } from '@bonisa/domain/cut-text';
import { ownName, readLanguage } from '@bonisa/domain/language-word';
import type { ImportedCaptions } from './caption-fields.ts';
import { addressIn, type Node, textOf } from './feed-xml.ts';

/** The captions that an item of a feed names: `media:subTitle`, and the tracks of providers. */

/** What a track is for, where it says so: others have thumbnails, chapters or data. */
const KINDS: ReadonlySet<string | undefined> = new Set(['captions', 'subtitles', undefined]);
const READABLE = /vtt|srt|subrip/i;

export interface FoundCaptions {
  /** One for each language, the formats that are read before others. */
  readonly captions: readonly ImportedCaptions[];
  /** Why others are not brought, one line each. */
  readonly none: readonly string[];
  /** What the tracks are that have no captions. */
  readonly others: readonly string[];
}

/** The captions among the tracks of an item. */
export function feedCaptions(tracks: readonly Node[], base: string | undefined): FoundCaptions {
  const none: string[] = [];
  const others: string[] = [];
  const found = new Map<string, ImportedCaptions>();
  const all = tracks.flatMap((node) => {
    const kind = textOf(node['@kind'])?.toLowerCase();
    if (!KINDS.has(kind)) others.push(`a track of ${cutText(kind ?? '', 40)}`);
    const address = textOf(node['@href']) ?? textOf(node['@file']) ?? textOf(node['@url']);
    if (!KINDS.has(kind) || address === undefined) return [];
    return [{ node, url: addressIn({ ...node, '@url': address }, base) ?? address }];
  });
  const isRead = ({ node, url }: (typeof all)[number]): boolean =>
    READABLE.test(`${textOf(node['@type'])} ${url}`);
  for (const { node, url } of all.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))) {
    const place = cutText(url, 200);
    const said = textOf(node['@lang']) ?? textOf(node['@label']);
    const language = said && readLanguage(said);
    const label = cutText(textOf(node['@label']) ?? '', 60);
    if (!said) none.push(`${place} says no language`);
    else if (!language)
      none.push(`'${cutText(said, 40)}' of ${place} is no language that is known`);
    else if (!/^https?:\/\//i.test(url)) none.push(`${place} is no whole address`);
    else if (!found.has(language))
      found.set(language, { url, language, label: label || ownName(language) });
    else if (found.get(language)?.url !== url)
      none.push(`${place} is a second file in '${language}'`);
  }
  return { captions: [...found.values()], none, others };
}
