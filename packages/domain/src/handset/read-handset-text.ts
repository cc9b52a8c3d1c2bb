import { cutMiddle } from '../cut-text.ts';
import { foldText, type Sentence, sentencesOf } from './fold-text.ts';
import {
  ASKS_TO_GO_ON,
  ASKS_TO_STOP,
  COMPLAINS,
  questionOf,
  STOPS_IN_VAIN,
} from './stop-sentences.ts';
import { isFiller, isHint, isStopWord, isUnclearAlone, isWeakStopWord } from './stop-words.ts';

/**
 * How a short message from a handset is read. `doubtful`: the person may want to stop. `question`:
 * the person asks something, help or how to stop. `go_on`: the person does not want to stop.
 */
export const HANDSET_READINGS = [
  'stop',
  'stop_all',
  'start',
  'doubtful',
  'question',
  'go_on',
  'other',
] as const;
export type HandsetReading = (typeof HANDSET_READINGS)[number];

/**
 * Reads a short message, whatever its characters and its length. Whoever wants to stop is
 * understood: the words of all official languages, misspelled, in any script that looks like them,
 * anywhere in the text, and sentences that ask for it. Nothing of this leads to START, which is
 * the word alone. STOP ALL counts at the beginning only, because only a call to us undoes it:
 * 'please stop all these charges' is a STOP.
 */
export function readHandsetText(text: string): HandsetReading {
  if (START.test(text.trim())) return 'start';
  const folded = foldText(cutMiddle(withoutPadding(text), MOST_READ));
  const letters = folded.replaceAll(/[^a-z]/g, '');
  const sentences = sentencesOf(folded, (word) => isStopWord(word) || word === 'stopall');
  const [first] = sentences;
  if (first && isStopAll(first)) return 'stop_all';
  if (sentences.length === 0) return 'other';
  const isShort = sentences.length === 1 && sentences.every(({ words }) => words.length <= 2);
  const isSplit = !sentences.some(({ words }) => words.some((word) => isStopWord(word)));
  if (
    isSplit &&
    letters.length <= LONGEST_SPLIT_WORD &&
    !first?.isAsked &&
    isStopWord(letters, isShort)
  )
    return 'stop';
  if (sentences.length === 1 && first && isHelp(first)) return 'question';
  const readings = new Set(sentences.map(readSentence));
  return BY_WEIGHT.find((reading) => readings.has(reading)) ?? 'other';
}

/** Twice ten short messages joined, which are the longest that a network carries in practice. */
const MOST_READ = 3200;
const START = /^(?:start|join)\s*[.!]*$/i;
/** `un subscribe`, `s top`: no more letters than the longest word. */
const LONGEST_SPLIT_WORD = 14;
const BY_WEIGHT = ['stop', 'doubtful', 'question', 'go_on'] as const;
const HELP = new Set('help hlp info hulp usizo uncedo thuso lusito mpfuno'.split(' '));
/** Longer texts tell something in which a word may be by chance. */
const MOST_WORDS_OF_A_HINT = 12;
const MOST_WORDS_OF_A_WEAK_WORD = 6;

/** Runs of spaces and control characters, and those around, say nothing. */
function withoutPadding(text: string): string {
  return text
    .replaceAll(/(?:(?!\ufeff)[\s\p{Cc}])+/gu, (run) => (run.includes('\n') ? '\n' : ' '))
    .trim();
}

function isStopAll({ words, isAsked }: Sentence): boolean {
  const [first, second] = words;
  return !isAsked && (first === 'stopall' || (first === 'stop' && second === 'all'));
}

function isHelp({ words }: Sentence): boolean {
  return HELP.has(words[0] ?? '') && words.slice(1).every(isFiller);
}

function readSentence({ words, isAsked }: Sentence): HandsetReading {
  const marked = words.map((word) => (isStopWord(word, words.length === 1) ? '#' : word)).join(' ');
  const sentence = ASKS_TO_GO_ON.reduce(
    (left, goesOn) => left.replaceAll(all(goesOn), '~'),
    marked,
  );
  const isRequest = ASKS_TO_STOP.some((request) => request.test(sentence));
  const question = questionOf(marked, isAsked);
  if (question) return isRequest || question === 'in_anger' ? 'doubtful' : 'question';
  const succeeded = sentence.replaceAll(all(STOPS_IN_VAIN), '!');
  if (succeeded.includes('#') || isRequest || isOnlyStop(words)) return 'stop';
  if (sentence.includes('#')) return 'doubtful';
  if (sentence.includes('~')) return 'go_on';
  return isUnclear(words) || COMPLAINS.some((complaint) => complaint.test(sentence))
    ? 'doubtful'
    : 'other';
}

/** A weaker word alone or among fillers, and END and QUIT at the beginning, but no title's. */
function isOnlyStop(words: readonly string[]): boolean {
  if (/^(?:end|quit)\b(?! of (?:the|a|an) )/.test(words.join(' '))) return true;
  const meaningful = words.filter((word) => !isFiller(word));
  return meaningful.length === 1 && meaningful.every((word) => isWeakStopWord(word));
}

function isUnclear(words: readonly string[]): boolean {
  if (words.length <= MOST_WORDS_OF_A_HINT && words.some(isHint)) return true;
  if (words.length <= MOST_WORDS_OF_A_WEAK_WORD && words.some((word) => isWeakStopWord(word)))
    return true;
  const meaningful = words.filter((word) => !isFiller(word));
  return meaningful.length > 0 && meaningful.every(isUnclearAlone);
}

function all({ source }: RegExp): RegExp {
  return new RegExp(source, 'g');
}
