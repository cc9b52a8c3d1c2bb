import type { Language } from '@bonisa/domain/languages';
import { LEGAL_PLACES } from './legal-text.ts';

/** Questions and answers as they stand in a file, ours or a brand's. */
export interface HelpText {
  /** The anchors of our topics that a brand leaves out. */
  readonly without: readonly string[];
  readonly topics: readonly HelpEntry[];
}

/** A brand's own topics, by language. */
export type OwnHelp = Readonly<Partial<Record<Language, HelpText>>>;

export interface HelpEntry {
  readonly id: string;
  /** With places such as `{service}` for the brand's facts, as the answer has. */
  readonly question: string;
  readonly answer: readonly string[];
  readonly also: string;
}

/**
 * What a topic may name in braces. `{freeDay}`: a sentence about the free day, where all or some
 * packages have one; `{orWrite}`: ` or write to …`, where the brand has an address for e-mail.
 */
export const HELP_PLACES = [...LEGAL_PLACES, 'freeDay', 'orWrite'] as const;

export type HelpPlace = (typeof HELP_PLACES)[number];

const PLACE = /\{([^{}]*)\}/g;
const WITHOUT = /^without:\s*(.+)$/;
const HEADING = /^##\s+(.+?)\s+\{#([a-z0-9-]+)\}$/;
const ALSO = /^also:\s*(.+)$/;
/** More would be a large part of what a viewer pays for the page. */
const MOST_LETTERS = 1500;

/**
 * Reads questions and answers: a first line `without: live, children` for topics of ours that are
 * left out (optional), then topics, each a line `## How do I stop? {#stop}`, a line `also: cancel`
 * with further words that find it (optional), and paragraphs. Returns what is wrong as a sentence.
 */
export function readHelpText(file: string): HelpText | string {
  const blocks = file
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n|\n(?=##\s)|(?<=^##.*)\n/m)
    .map((block) => block.trim().split('\n').join(' '))
    .filter((block) => block !== '');
  const without = WITHOUT.exec(blocks[0] ?? '')?.[1];
  const topics: { id: string; question: string; answer: string[]; also: string }[] = [];
  for (const block of without === undefined ? blocks : blocks.slice(1)) {
    const [, question, id] = HEADING.exec(block) ?? [];
    const topic = topics.at(-1);
    if (question !== undefined && id !== undefined)
      topics.push({ id, question, answer: [], also: '' });
    else if (block.startsWith('## ') || !topic)
      return `must have headings such as "## How do I stop? {#stop}", not "${block.slice(0, 40)}"`;
    else if (ALSO.test(block)) topic.also = ALSO.exec(block)?.[1] ?? '';
    else topic.answer.push(block);
  }
  return (
    faultOf(file, topics) ?? {
      without: without?.split(/[,\s]+/).filter((id) => id !== '') ?? [],
      topics,
    }
  );
}

function faultOf(file: string, topics: readonly HelpEntry[]): string | undefined {
  const places = [...file.replaceAll(/\{#[a-z0-9-]+\}/g, '').matchAll(PLACE)];
  const unknown = places.find(
    ([, name]) => !(HELP_PLACES as readonly string[]).includes(name ?? ''),
  );
  if (unknown) return `names ${unknown[0]}; known are ${HELP_PLACES.join(', ')}`;
  const empty = topics.find(({ answer }) => answer.length === 0);
  if (empty) return `has no answer to "${empty.question}"`;
  const long = topics.find(({ answer }) => answer.join('').length > MOST_LETTERS);
  if (long) return `has more than ${MOST_LETTERS} letters under "${long.question}"`;
  const twice = topics.find(({ id }, at) => topics.findIndex((one) => one.id === id) < at);
  return twice && `has {#${twice.id}} twice`;
}

/** A text with the brand's facts in their places. */
export function fillHelp(text: string, facts: Readonly<Record<HelpPlace, string>>): string {
  return text.replaceAll(PLACE, (_, name: HelpPlace) => facts[name]);
}
