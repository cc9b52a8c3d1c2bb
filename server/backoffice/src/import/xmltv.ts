import { RATING_AGES } from '@bonisa/contract/studio/catalogue-entries';
import { feedRating } from './feed-rating.ts';
import { type Node, nodesOf, readFeedXml, textOf } from './feed-xml.ts';
import { listed } from './import-limits.ts';
import { ImportError } from './import-row.ts';

/** Dated programmes of a live channel as XMLTV (xmltv.dtd 0.5.1). */

/** A dated programme as the entry of its channel has it; `startsAt` is ISO 8601. */
export interface XmltvProgramme {
  readonly startsAt: string;
  readonly minutes: number;
  readonly title: string;
  readonly synopsis: string;
  readonly ratingAge: string;
  readonly ratingAdvice: readonly string[];
  readonly video: string | null;
  readonly episode: string | null;
}

export interface ReadXmltv {
  readonly programmes: readonly XmltvProgramme[];
  /** What is left out, cut or assumed. */
  readonly remarks: readonly string[];
}

export interface XmltvChannel {
  /** How the file may name the channel: its key or its slug. */
  readonly ids: readonly string[];
  readonly title: string;
}

const MINUTE = 60_000;
const MOST_MINUTES = 1440;
const MOST_REMARKS = 200;
const LONGEST = { title: 120, synopsis: 160 };
/** It plays nothing that is rated higher, so nobody sees more than it says. */
const ASSUMED_RATING = 'PG';
/** By these systems of `episode-num` a programme names what it plays. */
const PLAYS = { video: 'video-key', episode: 'episode-key' } as const;
const READ = new Set(['title', 'sub-title', 'desc', 'rating', 'episode-num']);

/** Reads the programmes of a channel. Throws an ImportError where the file has none of it. */
export function readXmltv(xml: string, channel: XmltvChannel): ReadXmltv {
  const [root] = nodesOf(readFeedXml(xml).tv);
  if (!root) throw new ImportError('the file is no XMLTV: its root is not <tv>');
  const remarks: string[] = [];
  const all = nodesOf(root.programme);
  const id = idIn(root, all, channel);
  const own = all.filter((node) => textOf(node['@channel']) === id);
  if (own.length < all.length)
    remarks.push(`${all.length - own.length} programmes of other channels are left out`);
  const unread = new Set(own.flatMap((node) => Object.keys(node)).filter(isUnread));
  if (unread.size > 0) remarks.push(`not read: ${[...unread].toSorted().join(', ')}`);
  const timed = own
    .map((node) => ({ node, from: timeOf(node['@start']), until: timeOf(node['@stop']) }))
    .toSorted((a, b) => (a.from?.at ?? 0) - (b.from?.at ?? 0));
  const programmes: XmltvProgramme[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const [place, { node, from, until }] of timed.entries()) {
    const name = nameOf(node);
    const remark = (words: string): void => void remarks.push(`${name}: ${words}`);
    const end = node['@stop'] === undefined ? timed[place + 1]?.from : until;
    if (!from || !end) {
      remark(`is left out: its ${from ? 'stop' : 'start'} is no time of XMLTV`);
      continue;
    }
    const minutes = (end.at - from.at) / MINUTE;
    if (minutes < 1 || minutes > MOST_MINUTES) {
      remark(`is left out: it is ${minutes} minutes long, and may be 1 to ${MOST_MINUTES}`);
      continue;
    }
    if (from.at < free) {
      remark('is left out: it begins before the one before it ends');
      continue;
    }
    if (!from.hasOffset) remark('has no offset: its time is read as UTC');
    free = end.at;
    const startsAt = new Date(from.at).toISOString();
    programmes.push({ startsAt, minutes, ...wordsOf(node, remark) });
  }
  if (programmes.length === 0) throw new ImportError(['no programme can be read', ...remarks]);
  return { programmes, remarks: listed(remarks, MOST_REMARKS) };
}

/** The same, or all the reasons why nothing is read. */
export type XmltvAnswer = ReadXmltv | { readonly problems: readonly string[] };

/** Reads as {@link readXmltv}, for a process of its own. */
export function xmltvAnswer(xml: string, channel: XmltvChannel): XmltvAnswer {
  try {
    return readXmltv(xml, channel);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { problems: error.lines };
  }
}

/** The id of the file's channel that is meant: the only one, or else the one of this name. */
function idIn(root: Node, programmes: readonly Node[], { ids, title }: XmltvChannel): string {
  const named = nodesOf(root.channel).find((one) =>
    nodesOf(one['display-name']).some((name) => textOf(name) === title),
  );
  const given = [...new Set(programmes.flatMap((one) => textOf(one['@channel']) ?? []))];
  const found =
    given.find((id) => ids.includes(id)) ??
    textOf(named?.['@id']) ??
    (given.length === 1 ? given[0] : undefined);
  if (found !== undefined && given.includes(found)) return found;
  const words = given.length > 0 ? listed(given, 20).join(', ') : 'none';
  throw new ImportError(`the file has no programme of this channel: its channels are ${words}`);
}

const isUnread = (name: string): boolean =>
  !READ.has(name) && !name.startsWith('@') && name !== '#text';

function nameOf(node: Node): string {
  return `'${textOf(node.title) ?? 'without a title'}' at ${textOf(node['@start']) ?? 'no time'}`;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\s*(Z|UTC|GMT|SAST|[+-]\d{4}))?$/i;

/** `20261201183000 +0200`, to the nearest minute; without an offset UTC, as XMLTV says. */
function timeOf(given: unknown): { readonly at: number; readonly hasOffset: boolean } | undefined {
  const [, year, month, day, hour, minute, second = '00', zone] =
    TIME.exec(textOf(given) ?? '') ?? [];
  const offset =
    !zone || /^[a-z]/i.test(zone) ? (zone?.toUpperCase() === 'SAST' ? '+0200' : '+0000') : zone;
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${written}${offset.slice(0, 3)}:${offset.slice(3)}`);
  // 31 February would be a day of March.
  if (Number.isNaN(at) || !new Date(`${written}Z`).toISOString().startsWith(written))
    return undefined;
  return { at: Math.round(at / MINUTE) * MINUTE, hasOffset: zone !== undefined };
}

function wordsOf(node: Node, remark: (words: string) => void) {
  const cut = (field: keyof typeof LONGEST, text: string): string => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line.length <= LONGEST[field]) return line;
    remark(`its ${field === 'title' ? 'title' : 'description'} is cut`);
    return `${line
      .slice(0, LONGEST[field] - 1)
      .toWellFormed()
      .trimEnd()}…`;
  };
  const given = textOf(node.title);
  if (given === undefined) remark('has no title');
  const title = cut('title', given ?? 'Programme');
  const synopsis = cut('synopsis', textOf(node.desc) ?? textOf(node['sub-title']) ?? title);
  const ratings = nodesOf(node.rating).map((one) => ({
    '#text': textOf(one.value),
    '@scheme': one['@system'],
  }));
  const rating = feedRating(ratings);
  const isKnown = (RATING_AGES as readonly string[]).includes(rating?.age ?? '');
  if (!isKnown)
    remark(
      `${rating ? `'${rating.age}' is no rating here` : 'has no rating'}: ${ASSUMED_RATING} is assumed`,
    );
  const plays = (system: string): string | null =>
    nodesOf(node['episode-num']).flatMap((one) =>
      textOf(one['@system']) === system ? (textOf(one) ?? []) : [],
    )[0] ?? null;
  return {
    ...{ title, synopsis },
    ratingAge: isKnown && rating ? rating.age : ASSUMED_RATING,
    ratingAdvice: isKnown ? (rating?.advice ?? []) : [],
    video: plays(PLAYS.video),
    episode: plays(PLAYS.episode),
  };
}

/** Writes dated programmes, with South African times. */
export function writeXmltv(
  channel: { readonly id: string; readonly title: string },
  programmes: readonly XmltvProgramme[],
): string {
  const id = attribute(channel.id);
  const lines = programmes.flatMap((one) => {
    const start = new Date(one.startsAt);
    const stop = new Date(start.getTime() + one.minutes * MINUTE);
    const rating = [one.ratingAge, one.ratingAdvice.join(', ')].filter(Boolean).join(' ');
    const plays = (['video', 'episode'] as const).flatMap((kind) => {
      const key = one[kind];
      return key === null
        ? []
        : [`    <episode-num system="${PLAYS[kind]}">${escaped(key)}</episode-num>`];
    });
    return [
      `  <programme start="${written(start)}" stop="${written(stop)}" channel="${id}">`,
      `    <title>${escaped(one.title)}</title>`,
      `    <desc>${escaped(one.synopsis)}</desc>`,
      ...plays,
      `    <rating system="FPB"><value>${escaped(rating)}</value></rating>`,
      '  </programme>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<tv>',
    `  <channel id="${id}"><display-name>${escaped(channel.title)}</display-name></channel>`,
    ...lines,
    '</tv>',
    '',
  ].join('\n');
}

const AHEAD = 2 * 60 * MINUTE;

function written(at: Date): string {
  const digits = new Date(at.getTime() + AHEAD).toISOString().replace(/\D/g, '').slice(0, 14);
  return `${digits} +0200`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function attribute(text: string): string {
  return escaped(text).replaceAll('"', '&quot;');
}
