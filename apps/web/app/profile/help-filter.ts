import type { HelpTopic } from '@bonisa/contract/help-page-data';

/** Normalises text as typed on a phone: without case, accents and punctuation. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Words without meaning for the search. */
const SMALL = new Set([
  'a',
  'an',
  'and',
  'are',
  'can',
  'do',
  'does',
  'for',
  'how',
  'i',
  'in',
  'is',
  'it',
  'me',
  'my',
  'of',
  'on',
  'the',
  'to',
  'what',
  'why',
  'with',
]);

/**
 * The topics in which every word of `text` starts some word of the question, the answer or its
 * synonyms; topics with most matches in the question first. All topics for an empty text.
 */
export function filterTopics(topics: readonly HelpTopic[], text: string): readonly HelpTopic[] {
  const typed = plain(text).split(' ').filter(Boolean);
  const words = typed.some((word) => !SMALL.has(word))
    ? typed.filter((word) => !SMALL.has(word))
    : typed;
  if (words.length === 0) return topics;
  const found = topics.flatMap((topic) => {
    const question = ` ${plain(topic.question)}`;
    const all = `${question} ${plain(topic.also)} ${plain(topic.answer.join(' '))}`;
    if (!words.every((word) => all.includes(` ${word}`))) return [];
    return [{ topic, inQuestion: words.filter((word) => question.includes(` ${word}`)).length }];
  });
  return found.sort((a, b) => b.inQuestion - a.inQuestion).map(({ topic }) => topic);
}
