import { createHash } from 'node:crypto';
import { RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { cutText } from '@bonisa/domain/cut-text';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { checkFields } from '../catalogue/editing/batch.rows.ts';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { readFeedWindow, yearOfItem } from './feed-time.ts';
import { isFilmAddress } from './film-fields.ts';
import { ImportError, inOrder } from './import-row.ts';
import { withoutUncredited } from './leave-out.ts';

/**
 * Reads a feed (RSS 2.0 with Media RSS) into videos and the people that it credits. Fields that
 * feeds do not have, such as the genre, come from the defaults of the import.
 */

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // Entities are neither declared nor expanded: a feed of a kilobyte must not become a gigabyte.
  processEntities: false,
  htmlEntities: false,
});

const MOST_ITEMS = 200_000;
const ROLES: ReadonlyMap<string, string> = new Map([
  ['actor', 'cast'],
  ['actress', 'cast'],
  ['cast', 'cast'],
  ['presenter', 'presenter'],
  ['host', 'presenter'],
  ['director', 'director'],
  ['writer', 'writer'],
  ['author', 'writer'],
  ['composer', 'music'],
  ['music', 'music'],
]);

export interface FeedContent {
  readonly rows: readonly ImportRow[];
  /** The items that are left out, and why: the others are imported. */
  readonly refused: readonly string[];
}

/**
 * The items of a feed as rows. An item with a field that no entry may have is left out by its place
 * and reason, because a feed is another company's and comes every night; a feed of such items alone
 * is refused.
 */
export function readFeed(xml: string): FeedContent {
  const rows = rowsOfFeed(xml);
  const refused = new Set<string>();
  const seen = new Map<string, string>();
  const lines = rows.flatMap(({ place, row }) => {
    const problems = row.kind === 'video' ? problemsOf(row, seen.get(String(row.key))) : [];
    if (problems.length > 0) refused.add(place);
    else if (row.kind === 'video') seen.set(String(row.key), place);
    return problems.map((problem) => `${place}: ${problem}`);
  });
  const left = rows.filter(({ place }) => !refused.has(place));
  if (refused.size > 0 && !left.some(({ row }) => row.kind === 'video'))
    throw new ImportError(lines);
  const films = left.filter(({ row }) => hasFilmElsewhere(row));
  return {
    rows: withoutUncredited(left).map((one) =>
      hasFilmElsewhere(one.row) ? { ...one, row: { ...one.row, film: null } } : one,
    ),
    refused: [...lines, ...films.map(({ place }) => `${place}: film: must be at an https address`)],
  };
}

/** Whether a film is at an address from which none is fetched: the item comes without it. */
function hasFilmElsewhere({ film }: ImportRow['row']): boolean {
  const { url } = (film ?? {}) as { url?: string };
  return url !== undefined && !isFilmAddress(url);
}

function problemsOf(row: ImportRow['row'], earlier: string | undefined): string[] {
  const { kind: _, key, artwork: __, film: ___, ...fields } = row;
  if (typeof key !== 'string') return ['key: has no guid, link or title'];
  if (earlier !== undefined) return [`key: is that of ${earlier}`];
  const checked = checkFields({ row: 0, kind: 'video', key }, { key, ...fields }, 'changes');
  if (!('problems' in checked)) return [];
  return checked.problems.map(({ field, problem }) => {
    return `${field}: ${givenIn(row, field)}${problem}`;
  });
}

/** What the feed says in a field whose texts are not those of the catalogue. */
function givenIn(row: ImportRow['row'], field: string): string {
  const given = cutText(String(row[field]), 80);
  if (field === 'ratingAge') return `'${given}' is no rating: `;
  return field === 'availableFrom' || field === 'availableUntil' ? `'${given}' ` : '';
}

export function rowsOfFeed(xml: string): ImportRow[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new ImportError('the feed declares a document type: entities are not allowed');
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new ImportError(`the feed is no XML: ${valid.err.msg}`);
  const channel = nodeAt(nodeAt(parsed(xml), 'rss'), 'channel');
  if (!channel) throw new ImportError('the feed has no rss/channel');
  const items = listOf(channel.item) as Node[];
  if (items.length > MOST_ITEMS)
    throw new ImportError(`the feed has more than ${MOST_ITEMS} items`);
  const people = new Map<string, string>();
  const videos = items.map((item, at): ImportRow => {
    return { place: `item ${at}`, row: videoOf(item, channel, people) };
  });
  const persons = [...people].map(([key, name]): ImportRow => {
    return { place: `credit of ${name}`, row: { kind: 'person', key, slug: key, name } };
  });
  return inOrder([...persons, ...videos]);
}

/** The parser refuses deep nesting and some names of tags, in XML that is valid. */
function parsed(xml: string): Node {
  try {
    return parser.parse(xml) as Node;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(`the feed is no XML that can be read: ${reason}`, error);
  }
}

function videoOf(item: Node, channel: Node, people: Map<string, string>): ImportRow['row'] {
  const media = mediaOf(item, channel);
  const title = textOf(media.own('title')) ?? textOf(item.title);
  const about = plain(textOf(media.own('description')) ?? textOf(item.description));
  const language = (media.language ?? textOf(channel.language))?.split('-')[0];
  const { from, until } = readFeedWindow(media.valid ?? '');
  return withoutUndefined({
    kind: 'video',
    key: textOf(item.guid) ?? textOf(item.link) ?? title,
    title: title && cutText(title, 120),
    synopsis: about && shortened(about, 160),
    description: about && cutText(about, 4000),
    year: yearOfItem(textOf(item.pubDate) ?? ''),
    languages: language ? [language] : undefined,
    ratingAge: ratingOf(listOf(media.any('rating'))),
    availableFrom: from,
    availableUntil: until,
    credits: creditsOf(listOf(media.any('credit')), people),
    artwork: thumbnailOf(media.own('thumbnail')),
    film: media.film,
  });
}

/**
 * The elements of Media RSS about an item. They may be in the content itself, in the group of its
 * renditions, in the item, and in the channel for all items: the deepest one counts. `own`: of the
 * item, because a title, a description and a picture of the channel are those of the channel.
 */
function mediaOf(item: Node, channel: Node) {
  const groups = nodesOf(item['media:group']);
  const contents = [item, ...groups].flatMap((place) => nodesOf(place['media:content']));
  const best = largestFilm([...contents, ...nodesOf(item.enclosure)]);
  // The rendition that becomes the film speaks before the others of the item.
  const own = [...(best ? [best.node] : []), ...contents, ...groups, item];
  const within = (places: readonly Node[], name: string): unknown =>
    places.map((place) => place[`media:${name}`]).find(saysAnything);
  const languages = own.flatMap((place) => textOf(place['@lang']) ?? []);
  return {
    own: (name: string): unknown => within(own, name),
    any: (name: string): unknown => within([...own, channel], name),
    language: languages[0],
    valid: own.flatMap((place) => textOf(listOf(place['dcterms:valid'])[0]) ?? [])[0],
    film: best && filmOf(best),
  };
}

/** Whether one of these elements has a text or an address: an empty one hides no other. */
function saysAnything(elements: unknown): boolean {
  return listOf(elements).some(
    (one) => textOf(one) !== undefined || textOf((one as Node)?.['@url']) !== undefined,
  );
}

/** The first rating that the catalogue has, else the first, which refuses the item. */
function ratingOf(ratings: readonly unknown[]): string | undefined {
  const given = ratings.flatMap((one) => textOf(one)?.toUpperCase() ?? []);
  return given.find((one) => (RATING_AGES as readonly string[]).includes(one)) ?? given[0];
}

/** Types of whole films. A playlist (HLS, DASH) names thousands of files and is not fetched. */
const FILM_TYPES = /^video\/(?:mp4|quicktime|x-m4v|webm|x-matroska|mp2t)$/i;
const FILM_ENDINGS = /\.(?:mp4|m4v|mov|mkv|webm|ts)$/i;

interface FilmContent {
  readonly node: Node;
  readonly url: string;
  readonly bytes: number;
}

/** The largest film that an item names: the renditions for viewers are made of it here. */
function largestFilm(contents: readonly Node[]): FilmContent | undefined {
  const films = contents.flatMap((node) => {
    const url = textOf(node['@url']);
    const type = textOf(node['@type']);
    if (url === undefined) return [];
    const isFilm = type
      ? FILM_TYPES.test(type)
      : FILM_ENDINGS.test(URL.parse(url)?.pathname ?? '') ||
        (textOf(node['@medium']) === 'video' && !/\.(?:m3u8|mpd)$/i.test(url));
    const number = (name: string): number => Number(textOf(node[`@${name}`])) || 0;
    const bytes = number('fileSize') || number('length');
    return isFilm ? [{ node, url, bytes, size: number('height') * 1e6 + number('bitrate') }] : [];
  });
  return films.toSorted((a, b) => b.size - a.size || b.bytes - a.bytes)[0];
}

function filmOf({ url, bytes }: FilmContent): { url: string; bytes?: number } {
  return { url, ...(bytes > 0 ? { bytes } : {}) };
}

/** The first thumbnail that has an address. */
function thumbnailOf(thumbnails: unknown): { url: string } | undefined {
  const [url] = listOf(thumbnails).flatMap((one) => textOf((one as Node)['@url']) ?? []);
  return url === undefined ? undefined : { url };
}

function creditsOf(credits: readonly unknown[], people: Map<string, string>) {
  const made = credits.flatMap((credit) => {
    const role = ROLES.get((textOf((credit as Node)['@role']) ?? '').toLowerCase());
    const name = cutText(textOf(credit)?.replace(/\s+/g, ' ') ?? '', 80);
    if (!role || !name) return [];
    const person =
      slugOf(name) || `person-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
    people.set(person, people.get(person) ?? name);
    return [{ person, role }];
  });
  const once = new Map(made.map((one) => [`${one.person} ${one.role}`, one]));
  return once.size > 0 ? [...once.values()] : undefined;
}

/** The text of HTML: feeds put markup into descriptions. */
function plain(text: string | undefined): string | undefined {
  const words = text
    ?.replace(/<[^<>]*>/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return words || undefined;
}

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  const cut = cutText(line, most - 1);
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/** The text of a node or an attribute, with the five entities of XML and those by number. */
function textOf(value: unknown): string | undefined {
  const raw = Array.isArray(value) ? value[0] : value;
  const text = typeof raw === 'object' && raw !== null ? (raw as Node)['#text'] : raw;
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;
  const decoded = String(text).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
  // A reference may name half a character, which no text may have.
  return decoded.toWellFormed().trim() || undefined;
}

function nodeAt(node: Node | undefined, name: string): Node | undefined {
  const [found] = listOf(node?.[name]);
  return typeof found === 'object' && found !== null ? (found as Node) : undefined;
}

/** The elements of a name; one without attributes and elements is none. */
function nodesOf(value: unknown): Node[] {
  return listOf(value).filter((one): one is Node => typeof one === 'object' && one !== null);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function withoutUndefined<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}
