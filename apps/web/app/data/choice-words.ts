import type { DataChoice } from '@bonisa/domain/data-choice';

/** The data choices in the order in which they are offered. */
export const CHOICES_OFFERED: readonly DataChoice[] = ['saver', 'standard', 'best', 'audio'];

export const CHOICE_WORDS: Readonly<Record<DataChoice, { name: string; note: string }>> = {
  saver: { name: 'Saver', note: 'Few megabytes' },
  standard: { name: 'Standard', note: 'A clear picture' },
  best: { name: 'Best', note: 'As sharp as this screen' },
  audio: { name: 'Audio only', note: 'No picture' },
};
