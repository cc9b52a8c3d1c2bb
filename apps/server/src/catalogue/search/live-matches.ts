import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import { synonymsOf } from '@bonisa/domain/catalogue/search-synonyms';
import { wordsOf } from './folding.ts';
import type { SearchText } from './search-query.ts';

/** More live channels are no answer to a search: the guide has them all. */
export const MOST_LIVE = 6;
/** Words that ask for the live channels themselves. */
const LIVE = new Set(['live', 'tv']);

/**
 * The live channels that have each word of a text, half typed or whole, in their name, tagline,
 * category, language or current programme. Those with a word in the name come first.
 */
export function matchingLive(
  { words }: SearchText,
  channels: readonly LiveChannelCard[],
): LiveChannelCard[] {
  const fitting = channels.filter((channel) => {
    const own = wordsOf(
      [
        channel.title,
        channel.tagline,
        channel.category.title,
        channel.language.name,
        channel.now?.title ?? '',
      ].join(' '),
    );
    return words.every((word) => LIVE.has(word) || isAmong(word, own));
  });
  const named = (channel: LiveChannelCard) => {
    const name = wordsOf(channel.title);
    return words.some((word) => isAmong(word, name));
  };
  return [...fitting.filter(named), ...fitting.filter((channel) => !named(channel))].slice(
    0,
    MOST_LIVE,
  );
}

function isAmong(word: string, among: readonly string[]): boolean {
  const alike = synonymsOf(word);
  return among.some((one) => one.startsWith(word) || alike.includes(one));
}
