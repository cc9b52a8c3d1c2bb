import { createHash } from 'node:crypto';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { slugOf } from '../catalogue/editing/entry-kinds.ts';
import { ImportError, inOrder } from './import-row.ts';

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
const ROLES: Readonly<Record<string, string>> = {
  actor: 'cast',
  actress: 'cast',
  cast: 'cast',
  presenter: 'presenter',
  host: 'presenter',
  director: 'director',
  writer: 'writer',
  author: 'writer',
  composer: 'music',
  music: 'music',
};

export function rowsOfFeed(xml: string): ImportRow[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw new ImportError('the feed declares a document type: entities are not allowed');
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new ImportError(`the feed is no XML: ${valid.err.msg}`);
  const channel = nodeAt(nodeAt(parser.parse(xml) as Node, 'rss'), 'channel');
  if (!channel) throw new ImportError('the feed has no rss/channel');
  const items = listOf(channel.item) as Node[];
  if (items.length > MOST_ITEMS)
    throw new ImportError(`the feed has more than ${MOST_ITEMS} items`);
  const people = new Map<string, string>();
  const videos = items.map((item, at): ImportRow => {
    return { place: `item ${at}`, row: videoOf(item, textOf(channel.language), people) };
  });
  const persons = [...people].map(([key, name]): ImportRow => {
    return { place: `credit of ${name}`, row: { kind: 'person', key, slug: key, name } };
  });
  return inOrder([...persons, ...videos]);
}

function videoOf(
  item: Node,
  feedLanguage: string | undefined,
  people: Map<string, string>,
): ImportRow['row'] {
  const group = nodeAt(item, 'media:group');
  const media = (name: string): unknown => item[`media:${name}`] ?? group?.[`media:${name}`];
  const content = nodeAt({ content: media('content') }, 'content');
  const title = textOf(media('title')) ?? textOf(item.title);
  const about = plain(textOf(media('description')) ?? textOf(item.description));
  const published = Date.parse(textOf(item.pubDate) ?? '');
  const language = (textOf(content?.['@lang']) ?? feedLanguage)?.split('-')[0];
  const [from, until] = validity(textOf(item['dcterms:valid']));
  const rating = textOf(media('rating'))?.toUpperCase();
  return withoutUndefined({
    kind: 'video',
    key: textOf(item.guid) ?? textOf(item.link) ?? title,
    title: title?.slice(0, 120),
    synopsis: about && shortened(about, 160),
    description: about?.slice(0, 4000),
    year: Number.isNaN(published) ? undefined : new Date(published).getUTCFullYear(),
    languages: language ? [language] : undefined,
    ratingAge: rating,
    availableFrom: from,
    availableUntil: until,
    credits: creditsOf(listOf(media('credit')), people),
    artwork: thumbnailOf(media('thumbnail') ?? content?.['media:thumbnail']),
  });
}

/** The first thumbnail that has an address. */
function thumbnailOf(thumbnails: unknown): { url: string } | undefined {
  const [url] = listOf(thumbnails).flatMap((one) => textOf((one as Node)['@url']) ?? []);
  return url === undefined ? undefined : { url };
}

function creditsOf(credits: readonly unknown[], people: Map<string, string>) {
  const made = credits.flatMap((credit) => {
    const role = ROLES[(textOf((credit as Node)['@role']) ?? '').toLowerCase()];
    const name = textOf(credit)?.replace(/\s+/g, ' ').slice(0, 80);
    if (!role || !name) return [];
    const person =
      slugOf(name) || `person-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
    people.set(person, people.get(person) ?? name);
    return [{ person, role }];
  });
  const once = new Map(made.map((one) => [`${one.person} ${one.role}`, one]));
  return once.size > 0 ? [...once.values()] : undefined;
}

/** `start=2026-01-01T00:00Z; end=2026-12-31T00:00Z` of dcterms:valid. */
function validity(text: string | undefined): [string | undefined, string | undefined] {
  const at = (name: string): string | undefined => {
    const found = new RegExp(`${name}=([^;]+)`).exec(text ?? '')?.[1]?.trim();
    const time = Date.parse(found ?? '');
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  };
  return [at('start'), at('end')];
}

/** The text of HTML: feeds put markup into descriptions. */
function plain(text: string | undefined): string | undefined {
  const words = text
    ?.replace(/<[^>]*>/g, ' ')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
  return words || undefined;
}

function shortened(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), most / 2)).trimEnd()}…`;
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
  return decoded.trim() || undefined;
}

function nodeAt(node: Node | undefined, name: string): Node | undefined {
  const [found] = listOf(node?.[name]);
  return typeof found === 'object' && found !== null ? (found as Node) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function withoutUndefined<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}
