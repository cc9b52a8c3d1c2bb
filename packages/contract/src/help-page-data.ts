import type { Language } from '@bonisa/domain/languages';

/** The data of the page `/profile/help`; see `page-data.ts`. */

/** A question with its answer in paragraphs of plain text. */
export interface HelpTopic {
  /** The anchor of a single question: `#stop`. */
  readonly id: string;
  readonly question: string;
  readonly answer: readonly string[];
  /** Further words that find it. */
  readonly also: string;
  /** The language of its words: a brand may have a topic in English alone. */
  readonly language: Language;
}
