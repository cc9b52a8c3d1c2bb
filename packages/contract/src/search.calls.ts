import { z } from 'zod';
import type { CallName } from './addresses.ts';
import { absent, defineCall, text } from './call.ts';
import {
  categoryCard,
  channelCard,
  episodeCard,
  genreCount,
  language,
  liveChannelCard,
  ownNames,
  titleCard,
} from './entities.ts';
import { offset, pageSize } from './listing.ts';

/** No name is longer than this. */
const MAX_TEXT = 200;
const MAX_LANGUAGE = 35;

const searchBody = z.strictObject({
  text: text(MAX_TEXT),
  offset,
  limit: pageSize,
  /** Only what has this audio language (BCP 47). */
  language: absent(text(MAX_LANGUAGE)),
});

const person = z.object({
  kind: z.literal('person'),
  slug: z.string(),
  name: z.string(),
  titleCount: z.int(),
});

/** The results, best first; each kind has the fields of its card. */
export const searchResult = z.discriminatedUnion('kind', [
  titleCard.extend({ kind: z.literal('video') }),
  titleCard.extend({ kind: z.literal('show') }),
  episodeCard,
  channelCard.extend({ kind: z.literal('channel') }),
  categoryCard.extend({ kind: z.literal('category') }),
  genreCount.extend({ kind: z.literal('genre') }),
  person,
]);

export type SearchResult = z.output<typeof searchResult>;

const searchReply = z.object({
  results: z.array(searchResult),
  total: z.int().meta({
    description:
      'how many fit; counted up to some hundreds, where thousands have the words in common',
  }),
  offset: z.int(),
  limit: z.int().meta({ description: '20 where nothing else was asked for' }),
  languages: z.array(language).meta({
    description: 'the audio languages of everything that fits the text, whichever is asked for',
  }),
  live: z.array(liveChannelCard).meta({
    description: 'live channels that fit, beside the results: in the first page of `search` only',
  }),
});

export type SearchReply = z.output<typeof searchReply>;

function searchCall(name: CallName, summary: string) {
  return defineCall(name, {
    tag: 'search',
    summary,
    auth: 'anyone',
    body: searchBody,
    reply: searchReply,
    errors: ['invalid_request', 'foreign_origin', 'too_many_requests'],
  });
}

/** A1 */
export const search = searchCall('search', 'Everything that fits a text, best first');
/** A2 */
export const searchCategories = searchCall('searchCategories', 'Categories that fit a text');
export const searchChannels = searchCall('searchChannels', 'Channels that fit a text');
export const searchShows = searchCall('searchShows', 'Shows that fit a text');
export const searchVideos = searchCall('searchVideos', 'Videos that fit a text');
export const searchEpisodes = searchCall('searchEpisodes', 'Episodes that fit a text');

/** Names from the catalogue that complete a text, at most `limit` (default 8). */
export const suggest = defineCall('suggest', {
  tag: 'search',
  summary: 'Names that begin like, or nearly like, a text',
  auth: 'anyone',
  body: z.strictObject({ text: text(MAX_TEXT), limit: absent(pageSize) }),
  reply: z.object({
    suggestions: z.array(
      z.object({
        text: z.string(),
        ...ownNames,
        kind: z.enum(['video', 'show', 'episode', 'channel', 'category', 'genre', 'person']),
        path: z.string(),
      }),
    ),
  }),
  errors: ['invalid_request', 'foreign_origin', 'too_many_requests'],
});
