import { contrastsOf, type ReadContrast } from '@bonisa/domain/brand/brand-look';
import { languageName } from '@bonisa/domain/language';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@bonisa/domain/languages';
import type { brandConfigOf } from './brand.config.ts';
import type { BrandFolder } from './brand-reader.ts';

type BrandConfig = ReturnType<typeof brandConfigOf>;

/** Where something of a brand comes from: its own folder or variables, or this software. */
export interface BrandPart {
  readonly part: string;
  readonly own: boolean;
  /** What viewers have, and what would take its place. */
  readonly words: string;
}

/** The brand in force: what it gives, and what it still lacks. */
export interface BrandState {
  readonly parts: readonly BrandPart[];
  readonly contrasts: readonly ReadContrast[];
}

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

/**
 * Says of each part of the brand whether it is the operator's own. A start refuses a folder with a
 * fault (a contrast that is too low, a broken file), so what is in force has none; what it may lack
 * is a part that this software stands in for.
 */
export function brandStateOf(brand: BrandConfig): BrandState {
  const { folder } = brand;
  return {
    parts: [
      part('address', brand.address !== '', brand.address, 'the terms name no postal address'),
      part('support e-mail', brand.supportEmail !== '', brand.supportEmail, 'help names none'),
      part(
        'carrier',
        brand.carrier !== '',
        brand.carrier,
        'texts say "your network" (BRAND_CARRIER)',
      ),
      languagePart(brand.catalogueLanguage),
      ...folderParts(folder),
    ],
    contrasts: folder ? contrastsOf(folder.tokens) : [],
  };
}

function part(name: string, own: boolean, words: string, instead: string): BrandPart {
  return { part: name, own, words: own ? words : instead };
}

/** In which language screen readers read the catalogue's words on a page in another one. */
function languagePart(code: string | undefined): BrandPart {
  const words = `${languageName(code ?? DEFAULT_LANGUAGE)} (${code ?? DEFAULT_LANGUAGE})`;
  const instead = `${words} is assumed (brand.json: catalogueLanguage)`;
  return part('language of the catalogue', code !== undefined, words, instead);
}

function folderParts(folder: BrandFolder | undefined): BrandPart[] {
  const has = (asset: string) => folder?.assets.some(({ type }) => type === asset) ?? false;
  const texts = (['pitch', 'description', 'share'] as const).map((field) => {
    const given = folder?.words[field];
    const words = `own text; ${missingWords(given ?? {})}`;
    return part(field, given !== undefined, words, `ours (brand.json: ${field})`);
  });
  return [
    part('colours', folder !== undefined, 'own colours', 'ours (BRAND_DIR)'),
    part('logo', folder?.logo !== undefined, 'logo.svg', 'the name is written (logo.svg)'),
    part('font', has('font/woff2'), 'display.woff2', 'ours (display.woff2)'),
    legalPart('terms', folder?.terms, LAWYER),
    legalPart('privacy', folder?.privacy, folder?.words.tagManager ? NAMES_NO_TAGS : LAWYER),
    helpPart(folder?.help),
    messagesPart(folder?.messages),
    ...texts,
  ];
}

const LAWYER = 'ours: a lawyer must read them';
const NAMES_NO_TAGS = `${LAWYER}, and they do not name whom the tag manager loads`;

function legalPart(
  kind: 'terms' | 'privacy',
  text: { readonly version: string } | undefined,
  ours: string,
) {
  const instead = `${ours}, or ${kind}.md takes their place`;
  return part(kind, text !== undefined, `version ${text?.version}`, instead);
}

function helpPart(help: BrandFolder['help'] | undefined): BrandPart {
  const own = help !== undefined && Object.keys(help).length > 0;
  return part('help', own, `own topics; ${missingWords(help ?? {})}`, 'our topics (help.md)');
}

function messagesPart(messages: BrandFolder['messages'] | undefined): BrandPart {
  const own = messages !== undefined && Object.keys(messages).length > 0;
  return part(
    'short messages',
    own,
    `own words; ${missingWords(messages ?? {})}`,
    'our words (messages.json)',
  );
}

/** The languages that read English, or our words, in its place. */
function missingWords(byLanguage: object): string {
  const missing = OTHERS.filter((language) => !Object.hasOwn(byLanguage, language));
  return missing.length === 0 ? 'in every language' : `without ${missing.join(', ')}`;
}
