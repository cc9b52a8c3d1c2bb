import { isLanguage, LANGUAGE_NAMES } from '@bonisa/domain/languages';

/** Words as the beginning of a sentence or a label: `quiet text` as `Quiet text`. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The name of a field as words: `ratingAge` as `rating age`, and `zu` as `isiZulu`. */
export function inWords(name: string): string {
  if (isLanguage(name)) return LANGUAGE_NAMES[name];
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
}
