/** A legal text of the operator, as it stands in a file of its brand. */
export interface LegalText {
  /** `YYYY-MM-DD` */
  readonly version: string;
  /** Each a heading and its paragraphs, with places such as `{company}` for the brand's facts. */
  readonly sections: readonly (readonly [heading: string, ...paragraphs: string[]])[];
}

/** What a text may name in braces. */
export const LEGAL_PLACES = [
  'service',
  'company',
  'address',
  'carrier',
  'supportNumber',
  'supportEmail',
  'publicUrl',
  'prices',
] as const;

export type LegalPlace = (typeof LEGAL_PLACES)[number];

const PLACE = /\{([^{}]*)\}/g;
const FIRST_LINE = /^version:\s*(\d{4}-\d{2}-\d{2})\s*$/;
const HEADING = /^##\s+(.+)$/;

/**
 * Reads a legal text: a first line `version: YYYY-MM-DD`, then sections, each a line `## Heading`
 * and paragraphs with an empty line between them. Returns what is wrong as a sentence.
 */
export function readLegalText(file: string): LegalText | string {
  const [first = '', ...blocks] = file
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim());
  const [head = '', ...rest] = first.split('\n');
  const version = FIRST_LINE.exec(head)?.[1];
  if (!version || Number.isNaN(Date.parse(version)))
    return 'must begin with a line such as "version: 2026-11-23"';
  const unknown = [...file.matchAll(PLACE)].find(
    ([, name]) => !(LEGAL_PLACES as readonly string[]).includes(name ?? ''),
  );
  if (unknown) return `names ${unknown[0]}; known are ${LEGAL_PLACES.join(', ')}`;
  const sections: [string, ...string[]][] = [];
  for (const block of [rest.join('\n'), ...blocks]) {
    const lines = block.split('\n').filter((line) => line !== '');
    const heading = HEADING.exec(lines[0] ?? '')?.[1];
    const words = (heading ? lines.slice(1) : lines).join(' ');
    if (heading) sections.push([heading.trim()]);
    if (words === '') continue;
    const section = sections.at(-1);
    if (!section) return 'must begin with a heading such as "## Who we are"';
    section.push(words);
  }
  if (sections.length === 0) return 'must have a section';
  const empty = sections.find((section) => section.length === 1);
  return empty ? `has nothing under "${empty[0]}"` : { version, sections };
}

/** A text with the brand's facts in their places. */
export function fillPlaces(text: string, facts: Readonly<Record<LegalPlace, string>>): string {
  return text.replaceAll(PLACE, (_, name: LegalPlace) => facts[name]);
}
