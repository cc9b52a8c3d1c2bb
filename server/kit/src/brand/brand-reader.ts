import { createHash } from 'node:crypto';
import { problemsIn } from '@bonisa/contract/problem-words';
import {
  type BrandFileName,
  type BrandProblem,
  helpFileOf,
  tooLarge,
} from '@bonisa/domain/brand/brand-files';
import {
  type BrandTokens,
  contrastProblems,
  styleOf,
  tokensOf,
} from '@bonisa/domain/brand/brand-look';
import { isColour } from '@bonisa/domain/colour';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bonisa/domain/languages';
import { nameLikeCode } from '@bonisa/domain/notices/names-in-messages';
import type { OwnNoticeWords } from '@bonisa/domain/notices/notices';
import { noticeWordsFaults } from '@bonisa/domain/notices/own-notice-words';
import { z } from 'zod';
import { type CleanedSvg, cleanedSvg } from './brand-svg.ts';
import { brandTextFields } from './brand-texts.ts';
import { type HelpText, readHelpText } from './help-text.ts';
import { type LegalText, readLegalText } from './legal-text.ts';
import { OUR_TOPICS } from './our-help.ts';
import { SvgRefusal } from './svg-refusal.ts';

/**
 * The one reader of a brand, from a folder (`brand-folder.ts`) or from a version that the studio
 * published: `brand.json` is required; every other file takes the place of ours where it is.
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

const colours = z.strictObject({
  page: colour,
  text: colour,
  accent: colour,
  surface: colour.optional(),
  raised: colour.optional(),
  band: colour.optional(),
  quietText: colour.optional(),
  highlight: colour.optional(),
});

const brandFile = z.strictObject({
  name: shownName,
  carrier: shownName.optional(),
  company: companyName.optional(),
  address: companyAddress.optional(),
  supportNumber: shownPhone.optional(),
  supportEmail: z.email().optional(),
  colours,
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

/** A brand that was read: from a folder, or from a version of the studio. */
export interface BrandFolder {
  /** What it was read from. */
  readonly files: BrandFiles;
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

/** The bytes of a brand's files. */
export type BrandFiles = Readonly<Partial<Record<BrandFileName, Buffer>>>;

/** Files under their names, and what is wrong with them so far. */
interface Reading {
  readonly files: BrandFiles;
  readonly refuse: (file: BrandFileName, problem: string, field?: string) => void;
}

/** Reads a brand; `problems` has everything that is wrong with it, and no `brand` goes without. */
export function readBrand(files: BrandFiles): {
  readonly brand: BrandFolder | undefined;
  readonly problems: readonly BrandProblem[];
} {
  const problems: BrandProblem[] = [];
  const refuse: Reading['refuse'] = (file, problem, field = '') =>
    void problems.push({ file, field, problem });
  return { brand: brandOf({ files, refuse }), problems };
}

function brandOf(reading: Reading): BrandFolder | undefined {
  const file = brandJsonOf(reading);
  const logo = drawingOf(reading, 'logo.svg');
  const icon = drawingOf(reading, 'icon.svg') ?? logo;
  const font = fontOf(reading);
  const terms = legalOf(reading, 'terms.md');
  const privacy = legalOf(reading, 'privacy.md');
  const help = helpOf(reading);
  if (!file) return undefined;
  const { colours: given, logoHasName, ...words } = file;
  const messages = messagesOf(reading, words);
  const tokens = tokensOf(given);
  return {
    files: reading.files,
    words,
    tokens,
    style: styleOf(tokens, font?.address),
    logo: logo && { ...logo, hasName: logoHasName },
    icon,
    assets: [
      ...(logo ? [assetOf('logo', 'svg', Buffer.from(logo.svg))] : []),
      ...(font ? [font] : []),
    ],
    ...{ terms, privacy, help, messages },
  };
}

function brandJsonOf(reading: Reading): z.output<typeof brandFile> | undefined {
  const text = textOf(reading, 'brand.json');
  if (text === undefined) {
    if (!reading.files['brand.json']) reading.refuse('brand.json', 'is missing');
    return undefined;
  }
  const fields = parsed(text);
  if (fields === undefined) {
    reading.refuse('brand.json', 'must be JSON');
    return undefined;
  }
  const file = brandFile.safeParse(fields);
  for (const { field, problem } of file.error ? problemsIn(file.error) : [])
    reading.refuse('brand.json', problem, field);
  // They are compared also where another field is wrong: all problems are named at once.
  const looks = colours.safeParse((fields as { readonly colours?: unknown } | null)?.colours);
  for (const problem of looks.success ? contrastProblems(looks.data) : [])
    reading.refuse('brand.json', problem, 'colours');
  return file.data;
}

/** Facts that a brand may leave out; a text that names one would have a hole there. */
const OPTIONAL_FACTS = ['address', 'supportEmail'] as const;

/**
 * What is wrong with a brand's texts beside the facts of this start, which variables may give too:
 * each text with a place for which there is nothing.
 */
export function missingFacts(
  { terms, privacy, help }: Pick<BrandFolder, 'terms' | 'privacy' | 'help'>,
  facts: Readonly<Record<(typeof OPTIONAL_FACTS)[number], string>>,
): BrandProblem[] {
  const texts: readonly (readonly [BrandFileName, unknown])[] = [
    ['terms.md', terms],
    ['privacy.md', privacy],
    ...LANGUAGES.map((language) => [helpFileOf(language), help[language]] as const),
  ];
  return texts.flatMap(([file, text]) => {
    const words = JSON.stringify(text ?? '');
    return OPTIONAL_FACTS.filter((fact) => facts[fact] === '' && words.includes(`{${fact}}`)).map(
      (fact) => ({
        file,
        field: '',
        problem: `names {${fact}}, and neither brand.json nor a variable has it`,
      }),
    );
  });
}

const TYPES = { svg: 'image/svg+xml', woff2: 'font/woff2' } as const;

function assetOf(name: string, kind: keyof typeof TYPES, bytes: Buffer): BrandAsset {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  return { address: `/brand/${name}-${hash}.${kind}`, type: TYPES[kind], bytes };
}

function drawingOf(reading: Reading, name: 'logo.svg' | 'icon.svg'): CleanedSvg | undefined {
  const text = textOf(reading, name);
  if (text === undefined) return undefined;
  try {
    return cleanedSvg(text);
  } catch (error) {
    if (!(error instanceof SvgRefusal)) throw error;
    reading.refuse(name, error.message);
    return undefined;
  }
}

function fontOf(reading: Reading): BrandAsset | undefined {
  const bytes = bytesOf(reading, 'display.woff2');
  if (!bytes) return undefined;
  if (bytes.subarray(0, 4).toString('latin1') === 'wOF2') return assetOf('display', 'woff2', bytes);
  reading.refuse('display.woff2', 'must be a WOFF2 font');
  return undefined;
}

function legalOf(reading: Reading, name: 'terms.md' | 'privacy.md'): LegalText | undefined {
  const text = textOf(reading, name);
  const read = text === undefined ? undefined : readLegalText(text);
  if (typeof read !== 'string') return read;
  reading.refuse(name, read);
  return undefined;
}

/** `help.md` in English, `help.zu.md` and its siblings. */
function helpOf(reading: Reading): BrandFolder['help'] {
  const read: Partial<Record<Language, HelpText>> = {};
  for (const language of LANGUAGES) {
    const name = helpFileOf(language);
    const text = textOf(reading, name);
    const help = text === undefined ? undefined : readHelpText(text);
    if (help === undefined) continue;
    const fault = typeof help === 'string' ? help : helpFault(help, language, read.en);
    if (fault) reading.refuse(name, fault);
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
function messagesOf(reading: Reading, words: BrandWords): OwnNoticeWords {
  const text = textOf(reading, 'messages.json');
  if (text === undefined) return {};
  const file = messagesFile.safeParse(parsed(text));
  if (!file.success) {
    reading.refuse('messages.json', 'must be an object of languages, each an object of texts');
    return {};
  }
  const own = file.data as OwnNoticeWords;
  const supportNumber = words.supportNumber ?? '0'.repeat(16);
  const terms = { service: words.name, supportNumber, publicUrl: '' };
  for (const fault of noticeWordsFaults(own, terms)) reading.refuse('messages.json', fault);
  return own;
}

function textOf(reading: Reading, name: BrandFileName): string | undefined {
  return bytesOf(reading, name)?.toString('utf8');
}

/** A file of the brand; undefined where there is none or it is too large. */
function bytesOf({ files, refuse }: Reading, name: BrandFileName): Buffer | undefined {
  const bytes = files[name];
  const problem = bytes && tooLarge(name, bytes.length);
  if (!problem) return bytes;
  refuse(name, problem);
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
