import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import { say } from '../words/words.ts';

/** The data choices in the order in which they are offered. */
export const CHOICES_OFFERED: readonly DataChoice[] = ['saver', 'standard', 'best', 'audio'];

export const CHOICE_WORDS: Readonly<Record<DataChoice, { name(): string; note(): string }>> = {
  saver: {
    name: () => say('usage.choice.saver'),
    note: () => say('usage.choice.saver.note'),
  },
  standard: {
    name: () => say('usage.choice.standard'),
    note: () => say('usage.choice.standard.note'),
  },
  best: {
    name: () => say('usage.choice.best'),
    note: () => say('usage.choice.best.note'),
  },
  audio: {
    name: () => say('usage.choice.audio'),
    note: () => say('usage.choice.audio.note'),
  },
};

/** Whether a choice plays what the one above it plays: a title may have nothing sharper. */
export function isAsAbove(choice: DataChoice, costOf: (one: DataChoice) => number): boolean {
  const above = CHOICES_OFFERED[CHOICES_OFFERED.indexOf(choice) - 1];
  return choice !== 'audio' && above !== undefined && costOf(above) === costOf(choice);
}
