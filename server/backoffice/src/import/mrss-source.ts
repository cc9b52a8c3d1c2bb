import { createHash } from 'node:crypto';
import { checkFields } from '@bonisa/content/editing/batch.rows';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { slugOf } from '@bonisa/domain/catalogue/title-slug';
import { cutText } from '@bonisa/domain/cut-text';
import { readLanguage } from '@bonisa/domain/language-word';
import { HTML_TAG, HTML_TAGS } from '@bonisa/kit/html-tags';
import { decodeHTMLStrict } from 'entities';
import { feedCaptions } from './feed-captions.ts';
import { feedFilm } from './feed-film.ts';
import { feedKey, feedSource } from './feed-keys.ts';
import { feedRating } from './feed-rating.ts';
import { readFeedWindow, yearOfItem } from './feed-time.ts';
import { addressIn, listOf, type Node, nodesOf, readFeedXml, textOf } from './feed-xml.ts';
import { isFilmAddress } from './film-fields.ts';
import { listed, MOST_ROWS } from './import-limits.ts';
import { ImportError, inOrder } from './import-row.ts';
import { withoutUncredited } from './leave-out.ts';

/**
 * Reads a feed (RSS 2.0 with Media RSS, or a document with the same items) into videos and the
 * people that it credits. Fields that feeds do not have, such as the genre, come from the defaults
 * of the import.
 */

const LEAST_WIDTH = 320;
const LONGEST_TITLE = 120;
const LONGEST_DESCRIPTION = 4000;

const HAS_ONLY_SOUND = 'film: has only sound: Bonisa plays films';

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

/** Where a feed comes from. */
export interface FeedOrigin {
  /** The name that the person who imports it gives to its source. */
  readonly source?: string | undefined;
  readonly address?: string | undefined;
}

export interface FeedContent {
  readonly rows: readonly ImportRow[];
  /** The items that are left out, and why: the others are imported. */
  readonly refused: readonly string[];
  /** What of the items is not read. */
  readonly unread: readonly string[];
}

/**
 * The items of a feed as rows. An item with a field that no entry may have is left out by its place
 * and reason, because a feed is another company's and comes every night; a feed of such items alone
 * is refused.
 */
export function readFeed(feed: string | Node, from: FeedOrigin = {}): FeedContent {
  const unread = createUnread();
  const rows = rowsOfFeed(feed, from, unread);
  const refused = new Set<string>();
  const seen = new Map<string, string>();
  const lines = rows.flatMap(({ place, row }) => {
    const problems =
      row.kind === 'video'
        ? [...unread.refusalOf(place), ...problemsOf(row, seen.get(String(row.key)))]
        : [];
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
    unread: unread.lines(),
  };
}

/** Whether a film is at an address from which none is fetched: the item comes without it. */
function hasFilmElsewhere({ film }: ImportRow['row']): boolean {
  const { url } = (film ?? {}) as { url?: string };
  return url !== undefined && !isFilmAddress(url);
}

function problemsOf(row: ImportRow['row'], earlier: string | undefined): string[] {
  const { kind: _, key, artwork: __, film: ___, captions: ____, ...fields } = row;
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

export function rowsOfFeed(
  feed: string | Node,
  from: FeedOrigin = {},
  unread: Unread = createUnread(),
): ImportRow[] {
  const document = typeof feed === 'string' ? readFeedXml(feed) : feed;
  const [rss] = nodesOf(document.rss);
  const channels = nodesOf(rss?.channel);
  const [first] = channels;
  if (!rss || !first) {
    const root = Object.keys(document).find((name) => !name.startsWith('#'));
    throw new ImportError(
      `the feed is no RSS 2.0: it has no rss/channel, and begins with <${root}>`,
    );
  }
  const items = [...channels, rss].flatMap((channel) =>
    nodesOf(channel.item).map((item) => ({ item, channel: channel === rss ? first : channel })),
  );
  if (items.length > MOST_ROWS) throw new ImportError(`the feed has more than ${MOST_ROWS} items`);
  for (const channel of channels) unread.mediaOf(channel);
  const people = new Map<string, string>();
  const source = feedSource({
    named: from.source,
    link: textOf(first.link),
    address: from.address,
    title: textOf(first.title),
  });
  const base = from.address ?? textOf(first.link);
  const videos = items.map(({ item, channel }, at): ImportRow => {
    return {
      place: `item ${at}`,
      row: videoOf(item, channel, { people, unread, at, source, base }),
    };
  });
  const persons = [...people].map(([key, name]): ImportRow => {
    return { place: `credit of ${name}`, row: { kind: 'person', key, slug: key, name } };
  });
  return inOrder([...persons, ...videos]);
}

/** Where the reading of an item notes whom it credits, and what it leaves. */
interface Notes {
  readonly people: Map<string, string>;
  readonly unread: Unread;
  /** The place of the item. */
  readonly at: number;
  /** Whose feed it is. */
  readonly source: string | undefined;
  /** What relative addresses begin with. */
  readonly base: string | undefined;
}

function videoOf(item: Node, channel: Node, notes: Notes): ImportRow['row'] {
  const media = mediaOf(item, channel, notes);
  const title = lineOf(textOf(media.own('title')) ?? textOf(item.title));
  const guid = textOf(item.guid) ?? textOf(item['bc:titleid']) ?? textOf(item.link) ?? title;
  const about = plain(textOf(media.own('description')) ?? textOf(item.description));
  const language = media.language ?? textOf(channel.language);
  const { from, until } = readFeedWindow(media.valid);
  const rating = feedRating(listOf(media.any('rating')));
  if ((title?.length ?? 0) > LONGEST_TITLE || (about?.length ?? 0) > LONGEST_DESCRIPTION)
    notes.unread.note(
      `item ${notes.at}: a title or a description is longer than it may be, and cut`,
    );
  return withoutUndefined({
    kind: 'video',
    key: guid && feedKey(notes.source, guid),
    title: title && cutText(title, LONGEST_TITLE),
    synopsis: about && shortened(about, 160),
    description: about && cutText(about, LONGEST_DESCRIPTION),
    year: yearOfItem(textOf(item.pubDate) ?? ''),
    languages: language && [(readLanguage(language) ?? language).split('-')[0]],
    ratingAge: rating?.age,
    ratingAdvice: rating?.advice,
    availableFrom: from,
    availableUntil: until,
    credits: creditsOf(listOf(media.any('credit')), notes),
    artwork: media.picture && { url: media.picture },
    film: media.film,
    captions: media.captions,
  });
}

/**
 * The elements of Media RSS about an item. They may be in the content itself, in the group of its
 * renditions, in the item, and in the channel for all items: the deepest one counts. `own`: of the
 * item, because a title, a description and a picture of the channel are those of the channel.
 */
function mediaOf(item: Node, channel: Node, { unread, at, base }: Notes) {
  const groups = nodesOf(item['media:group']);
  const contents = [item, ...groups].flatMap((place) => nodesOf(place['media:content']));
  const found = feedFilm([...contents, ...nodesOf(item.enclosure)], base);
  for (const node of [item, ...groups, ...contents]) unread.elementsOf(node);
  // The rendition that becomes the film speaks before the others of the item.
  const own = [...(found.film ? [found.film.node] : []), ...contents, ...groups, item];
  const within = (places: readonly Node[], name: string): unknown =>
    places.map((place) => place[`media:${name}`]).find(saysAnything);
  const languages = own.flatMap((place) => textOf(place['@lang']) ?? []);
  // They come by their importance, but Brightcove's first is as small as a stamp.
  const thumbnails = nodesOf(within(own, 'thumbnail'))
    .toSorted((a, b) => Number(isStamp(a)) - Number(isStamp(b)))
    .flatMap((one) => addressIn(one, base) ?? []);
  const pictures = thumbnails.length > 0 ? thumbnails : found.pictures;
  const picture = pictures.find((url) => /^https?:\/\//i.test(url));
  if (pictures.length > 0 && picture === undefined)
    unread.note(`item ${at}: artwork: ${cutText(pictures[0] ?? '', 200)} is no whole address`);
  if (found.hasOnlySound) unread.refuse(`item ${at}`, HAS_ONLY_SOUND);
  else for (const line of found.none) unread.note(`item ${at}: film: ${line}`);
  if (!found.film && found.none.length === 0 && within(own, 'player') !== undefined)
    unread.note(`item ${at}: film: the feed names a player, and no file`);
  for (const { url, what } of found.others) if (url !== picture) unread.count(what);
  const tracks = own.flatMap((place) => TRACKS.flatMap((name) => nodesOf(place[name])));
  const { captions, none, others } = feedCaptions(tracks, base);
  for (const line of none) unread.note(`item ${at}: captions: ${line}`);
  for (const what of others) unread.count(what);
  return {
    own: (name: string): unknown => within(own, name),
    any: (name: string): unknown => within([...own, channel], name),
    language: languages[0],
    valid: [...own, channel].map(validIn).find((text) => text !== '') ?? '',
    picture,
    captions: captions.length > 0 ? captions : undefined,
    film: found.film && {
      url: found.film.url,
      ...(found.film.bytes > 0 ? { bytes: found.film.bytes } : {}),
    },
  };
}

/** Whether a picture is said to be too small for a title. */
function isStamp(node: Node): boolean {
  const width = Number(textOf(node['@width']));
  return width > 0 && width < LEAST_WIDTH;
}

/** The window in a place, whose sides may be in elements of their own. */
function validIn(place: Node): string {
  const texts = [...nodesOf(place['dcterms:valid']), ...nodesOf(place['dc:valid'])];
  return [...new Set(texts.flatMap((one) => textOf(one) ?? []))].join(';');
}

/** Whether one of these elements has a text or an address: an empty one hides no other. */
function saysAnything(elements: unknown): boolean {
  return listOf(elements).some(
    (one) => textOf(one) !== undefined || textOf((one as Node)?.['@url']) !== undefined,
  );
}

function creditsOf(credits: readonly unknown[], { people, unread }: Notes) {
  const made = credits.flatMap((credit) => {
    const given = (textOf((credit as Node)['@role']) ?? '').toLowerCase();
    const role = ROLES.get(given);
    const name = cutText(lineOf(textOf(credit)) ?? '', 80);
    const whose = given === '' ? 'without a role' : `of a '${cutText(given, 40)}'`;
    if (!role && name) unread.count(`the credit ${whose}`);
    if (!role || !name) return [];
    const person =
      slugOf(name) || `person-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
    people.set(person, people.get(person) ?? name);
    return [{ person, role }];
  });
  const once = new Map(made.map((one) => [`${one.person} ${one.role}`, one]));
  return once.size > 0 ? [...once.values()] : undefined;
}

/** The text of HTML: feeds put markup and its entities into titles and descriptions. */
function plain(text: string | undefined): string | undefined {
  const words =
    text &&
    decodeHTMLStrict(
      text
        .replace(/<!--[^<>]*-->/g, ' ')
        .replace(HTML_TAG, (tag, name: string) => (HTML_TAGS.has(name.toLowerCase()) ? ' ' : tag)),
    )
      .toWellFormed()
      .replaceAll('\u{a0}', ' ')
      .replace(/[^\P{Cc}\n]/gu, ' ')
      .replace(/[ \t]+/g, ' ')
      .trim();
  return words || undefined;
}

/** The same in one line. */
function lineOf(text: string | undefined): string | undefined {
  return plain(text)?.replace(/\s+/g, ' ');
}

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  const cut = cutText(line, most - 1);
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
}

function withoutUndefined<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}

/** The elements that name captions; some feeds write the first one in small letters. */
const TRACKS = ['media:subTitle', 'media:subtitle', 'jwplayer:track'];

/** The elements that are read, of an item, its groups and its contents. */
const READ = new Set([
  ...TRACKS,
  ...(
    'title description guid link pubDate enclosure media:group media:content media:title ' +
    'media:description media:thumbnail media:rating media:credit dcterms:valid dc:valid bc:titleid'
  ).split(' '),
]);

type Unread = ReturnType<typeof createUnread>;

/** Gathers what of a feed is not read: elements by their name, other things one by one. */
function createUnread() {
  const counts = new Map<string, number>();
  const lines: string[] = [];
  const refused = new Map<string, string>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    count,
    note: (line: string): void => void lines.push(line),
    /** The item at this place is left out. */
    refuse: (place: string, why: string): void => void refused.set(place, why),
    refusalOf: (place: string): readonly string[] => listOf(refused.get(place)) as string[],
    elementsOf(node: Node): void {
      for (const name of Object.keys(node))
        if (!/^[@#]/.test(name) && !READ.has(name)) count(`the element '${cutText(name, 80)}'`);
    },
    /** Of a channel: what its own program writes there is none of the items. */
    mediaOf(node: Node): void {
      for (const name of Object.keys(node))
        if (/^(?:media|dcterms):/.test(name) && !READ.has(name)) count(`the element '${name}'`);
    },
    lines: (): readonly string[] =>
      listed([...lines, ...[...counts].map(([what, times]) => `${what} is not read (${times})`)]),
  };
}
