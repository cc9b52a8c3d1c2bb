import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import { wordsOf } from './folding.ts';
import type { Sought } from './search-query.ts';

/** More live channels are no answer to a search: the guide has them all. */
export const MOST_LIVE = 6;
/** Words that ask for the live channels themselves. */
const LIVE = new Set(['live', 'tv']);

/**
 * The live channels that meet a condition with the words of their name, tagline, category, language
 * or current programme. Those with one of its words in the name come first.
 */
export function matchingLive(
  sought: Sought,
  channels: readonly LiveChannelCard[],
): LiveChannelCard[] {
  const fitting = channels.filter((channel) => isMet(sought, wordsOfLive(channel)));
  const hasName = (channel: LiveChannelCard) => {
    const name = wordsOf(channel.title);
    return leavesOf(sought).some((leaf) => isAmong(leaf, name));
  };
  return [...fitting.filter(hasName), ...fitting.filter((channel) => !hasName(channel))].slice(
    0,
    MOST_LIVE,
  );
}

/** The words by which a live channel is found. */
export function wordsOfLive(channel: LiveChannelCard): string[] {
  const { title, tagline, category, language, now } = channel;
  const ofCategory = [category.title, ...Object.values(category.names ?? {})];
  return wordsOf([title, tagline, ...ofCategory, language.name, now?.title ?? ''].join(' '));
}

type Leaf = Extract<Sought, { readonly word: string }>;

function isMet(sought: Sought, words: readonly string[]): boolean {
  if ('any' in sought) return sought.any.some((part) => isMet(part, words));
  if ('all' in sought) return sought.all.every((part) => isMet(part, words));
  return LIVE.has(sought.word) || isAmong(sought, words);
}

function isAmong({ word, begins }: Leaf, words: readonly string[]): boolean {
  return words.some((candidate) => (begins ? candidate.startsWith(word) : candidate === word));
}

function leavesOf(sought: Sought): Leaf[] {
  if ('word' in sought) return [sought];
  return ('any' in sought ? sought.any : sought.all).flatMap(leavesOf);
}
