import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problemLines } from '@bonisa/contract/problem-words';
import { isColour } from '@bonisa/domain/colour';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bonisa/domain/languages';
import { nameLikeCode } from '@bonisa/domain/notices/names-in-messages';
import type { OwnNoticeWords } from '@bonisa/domain/notices/notices';
import { noticeWordsFaults } from '@bonisa/domain/notices/own-notice-words';
import { z } from 'zod';
import { type BrandTokens, contrastProblems, styleOf, tokensOf } from './brand-look.ts';
import { type CleanedSvg, cleanedSvg } from './brand-svg.ts';
import { brandTextFields } from './brand-texts.ts';
import { type HelpText, readHelpText } from './help-text.ts';
import { type LegalText, readLegalText } from './legal-text.ts';
import { OUR_TOPICS } from './our-help.ts';
import { SvgRefusal } from './svg-refusal.ts';

/**
 * `BRAND_DIR`: the brand of an operator as a folder. `brand.json` is required; `logo.svg`,
 * `icon.svg`, `display.woff2`, `terms.md`, `privacy.md`, `help.md`, `help.<language>.md` and
 * `messages.json` take the place of ours where they are.
 */

const colour = z.string().refine(isColour, 'must be a colour such as #1a2b3c');
// A message with price and stop route must fit into 160 characters of the GSM alphabet with these
// values.
const inMessages = /^[A-Za-z0-9 !"#%&'()*+,\-./:;<=>?]+$/;
const plainLetters = {
  error: 'must be plain letters, digits and marks, since it stands in short messages',
};
/** A name that stands on screens and in short messages. */
export const shownName = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .regex(inMessages, plainLetters)
  .superRefine((name, context) => {
    const message = nameLikeCode(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
/** A phone number as it is shown. */
export const shownPhone = z.string().trim().min(3).max(16).regex(inMessages, plainLetters);
/** A company's name, and its address on one line. */
export const companyName = z.string().trim().min(1).max(80);
export const companyAddress = z.string().trim().min(1).max(200);

/** The language of the catalogue's words. */
export const catalogueLanguage = z
  .string()
  .trim()
  .regex(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'must be a language code such as en, zu or pt-BR');

const brandFile = z.strictObject({
  name: shownName,
  carrier: shownName.optional(),
  company: companyName.optional(),
  address: companyAddress.optional(),
  supportNumber: shownPhone.optional(),
  supportEmail: z.email().optional(),
  colours: z.strictObject({
    page: colour,
    text: colour,
    accent: colour,
    surface: colour.optional(),
    raised: colour.optional(),
    band: colour.optional(),
    quietText: colour.optional(),
    highlight: colour.optional(),
  }),
  catalogueLanguage: catalogueLanguage.optional(),
  ...brandTextFields,
  /** The container of Google Tag Manager that every page loads once it is quiet. */
  tagManager: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'must be the id of a container such as GTM-ABC1234')
    .optional(),
  /** The logo has the name in it, so it is not written beside it. */
  logoHasName: z.boolean().default(false),
});

/** The words of a brand, as far as its file gives them. */
export type BrandWords = Omit<z.output<typeof brandFile>, 'colours' | 'logoHasName'>;

/** A file that pages load; its address changes with its bytes. */
export interface BrandAsset {
  readonly address: string;
  readonly type: string;
  readonly bytes: Buffer;
}

export interface BrandFolder {
  readonly words: BrandWords;
  readonly tokens: BrandTokens;
  /** A style sheet for every page, after the design's own. */
  readonly style: string;
  readonly logo: (CleanedSvg & { readonly hasName: boolean }) | undefined;
  /** The mark for icons, else the logo. */
  readonly icon: CleanedSvg | undefined;
  readonly assets: readonly BrandAsset[];
  readonly terms: LegalText | undefined;
  readonly privacy: LegalText | undefined;
  /** Questions and answers, by language. */
  readonly help: Readonly<Partial<Record<Language, HelpText>>>;
  /** Words of short messages, by language. */
  readonly messages: OwnNoticeWords;
}

/** Reads and checks a brand's folder; adds an issue for each thing that is wrong with it. */
export const brandFolder = z
  .string()
  .min(1)
  .transform((folder, context): BrandFolder => {
    const problems: string[] = [];
    const read = readBrand(folder, problems);
    for (const message of problems) context.addIssue({ code: 'custom', message });
    return read ?? z.NEVER;
  });

function readBrand(folder: string, problems: string[]): BrandFolder | undefined {
  const text = textOf(folder, 'brand.json', 20_000, problems);
  const fields = parsed(text);
  if (text !== undefined && fields === undefined) {
    problems.push('brand.json: must be JSON');
    return undefined;
  }
  const file = brandFile.safeParse(fields);
  if (!file.success) {
    problems.push(...problemLines(file.error).map((line) => `brand.json: ${line}`));
    return undefined;
  }
  const { colours, logoHasName, ...words } = file.data;
  problems.push(...contrastProblems(colours).map((problem) => `brand.json: colours: ${problem}`));
  const logo = drawingOf(folder, 'logo.svg', problems);
  const icon = drawingOf(folder, 'icon.svg', problems) ?? logo;
  const font = fontOf(folder, problems);
  const tokens = tokensOf(colours);
  return {
    words,
    tokens,
    style: styleOf(tokens, font?.address),
    logo: logo && { ...logo, hasName: logoHasName },
    icon,
    assets: [
      ...(logo ? [assetOf('logo', 'svg', Buffer.from(logo.svg))] : []),
      ...(font ? [font] : []),
    ],
    terms: legalOf(folder, 'terms.md', problems),
    privacy: legalOf(folder, 'privacy.md', problems),
    help: helpOf(folder, problems),
    messages: messagesOf(folder, words, problems),
  };
}

/** Facts that a brand may leave out; a text that names one would have a hole there. */
const OPTIONAL_FACTS = ['address', 'supportEmail'] as const;

/**
 * What is wrong with a brand's texts beside the facts of this start, which variables may give too:
 * a line for each text with a place for which there is nothing.
 */
export function missingFacts(
  { terms, privacy, help }: Pick<BrandFolder, 'terms' | 'privacy' | 'help'>,
  facts: Readonly<Record<(typeof OPTIONAL_FACTS)[number], string>>,
): string[] {
  const texts = {
    'terms.md': terms,
    'privacy.md': privacy,
    ...Object.fromEntries(
      Object.entries(help).map(([language, text]) => [
        language === DEFAULT_LANGUAGE ? 'help.md' : `help.${language}.md`,
        text,
      ]),
    ),
  };
  return Object.entries(texts).flatMap(([name, text]) => {
    const words = JSON.stringify(text ?? '');
    return OPTIONAL_FACTS.filter((fact) => facts[fact] === '' && words.includes(`{${fact}}`)).map(
      (fact) => `BRAND_DIR: ${name}: names {${fact}}, and neither brand.json nor a variable has it`,
    );
  });
}

const TYPES = { svg: 'image/svg+xml', woff2: 'font/woff2' } as const;

function assetOf(name: string, kind: keyof typeof TYPES, bytes: Buffer): BrandAsset {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  return { address: `/brand/${name}-${hash}.${kind}`, type: TYPES[kind], bytes };
}

function drawingOf(folder: string, name: string, problems: string[]): CleanedSvg | undefined {
  const text = textOf(folder, name, 40_000, problems);
  if (text === undefined) return undefined;
  try {
    return cleanedSvg(text);
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error;
    problems.push(`${name}: ${error.message}`);
    return undefined;
  }
}

/** More would be a large part of what a viewer pays for a first page. */
const MOST_FONT_BYTES = 40_000;

function fontOf(folder: string, problems: string[]): BrandAsset | undefined {
  const bytes = bytesOf(folder, 'display.woff2', MOST_FONT_BYTES, problems);
  if (!bytes) return undefined;
  if (bytes.subarray(0, 4).toString('latin1') === 'wOF2') return assetOf('display', 'woff2', bytes);
  problems.push('display.woff2: must be a WOFF2 font');
  return undefined;
}

function legalOf(folder: string, name: string, problems: string[]): LegalText | undefined {
  const text = textOf(folder, name, 200_000, problems);
  const read = text === undefined ? undefined : readLegalText(text);
  if (typeof read !== 'string') return read;
  problems.push(`${name}: ${read}`);
  return undefined;
}

/** `help.md` in English, `help.zu.md` and its siblings. */
function helpOf(folder: string, problems: string[]): BrandFolder['help'] {
  const read: Partial<Record<Language, HelpText>> = {};
  for (const language of LANGUAGES) {
    const name = language === DEFAULT_LANGUAGE ? 'help.md' : `help.${language}.md`;
    const text = textOf(folder, name, 60_000, problems);
    const help = text === undefined ? undefined : readHelpText(text);
    if (help === undefined) continue;
    const fault = typeof help === 'string' ? help : helpFault(help, language, read.en);
    if (fault) problems.push(`${name}: ${fault}`);
    else if (typeof help !== 'string') read[language] = help;
  }
  return read;
}

function helpFault({ without, topics }: HelpText, language: Language, english?: HelpText) {
  const strange = without.find((id) => !OUR_TOPICS.includes(id));
  if (strange)
    return `leaves out "${strange}", which is no topic; ours are ${OUR_TOPICS.join(', ')}`;
  if (language === DEFAULT_LANGUAGE) return undefined;
  if (without.length > 0) return 'cannot leave out topics; help.md does, for every language';
  const known = [...OUR_TOPICS, ...(english?.topics ?? []).map(({ id }) => id)];
  const alone = topics.find(({ id }) => !known.includes(id));
  return alone && `has {#${alone.id}}, which is no topic of ours nor of help.md`;
}

const messagesFile = z.record(z.string(), z.record(z.string(), z.string().trim().min(1).max(200)));

/** `messages.json`: words of short messages, which are judged with the brand's name and number. */
function messagesOf(folder: string, words: BrandWords, problems: string[]): OwnNoticeWords {
  const text = textOf(folder, 'messages.json', 40_000, problems);
  if (text === undefined) return {};
  const file = messagesFile.safeParse(parsed(text));
  if (!file.success) {
    problems.push('messages.json: must be an object of languages, each an object of texts');
    return {};
  }
  const own = file.data as OwnNoticeWords;
  const supportNumber = words.supportNumber ?? '0'.repeat(16);
  const terms = { service: words.name, supportNumber, publicUrl: '' };
  problems.push(...noticeWordsFaults(own, terms).map((fault) => `messages.json: ${fault}`));
  return own;
}

function textOf(folder: string, name: string, most: number, problems: string[]) {
  return bytesOf(folder, name, most, problems)?.toString('utf8');
}

/** A file of the folder; undefined where there is none or it cannot be used. */
function bytesOf(
  folder: string,
  name: string,
  most: number,
  problems: string[],
): Buffer | undefined {
  const path = join(folder, name);
  try {
    const { size } = statSync(path);
    if (size <= most) return readFileSync(path);
    problems.push(`${name}: must have at most ${most} bytes`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' || name === 'brand.json')
      problems.push(`${name}: cannot be read (${code})`);
  }
  return undefined;
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
