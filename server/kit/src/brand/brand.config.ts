import { type BrandProblem, brandProblemLine } from '@bonisa/domain/brand/brand-files';
import { z } from 'zod';
import { brandFolder } from './brand-folder.ts';
import {
  type BrandFiles,
  type BrandFolder,
  catalogueLanguage,
  companyAddress,
  companyName,
  missingFacts,
  readBrand,
  shownName,
  shownPhone,
} from './brand-reader.ts';
import { brandTextsOf } from './brand-texts.ts';
import { legalVersionsOf } from './legal-versions.ts';

/** The variables that count more than a field of `brand.json`, and which. */
const BRAND_VARIABLES = {
  BRAND_NAME: 'name',
  BRAND_CARRIER: 'carrier',
  BRAND_SUPPORT_NUMBER: 'supportNumber',
  BRAND_SUPPORT_EMAIL: 'supportEmail',
  BRAND_COMPANY: 'company',
  BRAND_ADDRESS: 'address',
  BRAND_CATALOGUE_LANGUAGE: 'catalogueLanguage',
} as const;

type BrandVariable = keyof typeof BRAND_VARIABLES;

/** The brand's variables. */
export const brandConfigShape = {
  BRAND_DIR: brandFolder.optional(),
  BRAND_FROM: z.enum(['studio', 'folder']).default('studio'),
  BRAND_NAME: shownName.optional(),
  BRAND_CARRIER: shownName.optional(),
  BRAND_SUPPORT_NUMBER: shownPhone.optional(),
  BRAND_SUPPORT_EMAIL: z.email().optional(),
  BRAND_COMPANY: companyName.optional(),
  BRAND_ADDRESS: companyAddress.optional(),
  BRAND_CATALOGUE_LANGUAGE: catalogueLanguage.optional(),
};

const shape = z.object(brandConfigShape);
/** The brand's variables as they were read, beside the mode of the start. */
type BrandEnvironment = z.output<typeof shape> & { readonly MODE: 'demo' | 'production' };

export type BrandConfig = ReturnType<typeof brandConfigOf>;

/** The brand's names, contacts, and its folder if it has one. */
export function brandConfigOf(given: BrandEnvironment) {
  const { BRAND_DIR, BRAND_FROM, MODE } = given;
  return {
    ...inForce(given, BRAND_DIR),
    /** `studio`: a version that the studio published takes the place of `BRAND_DIR`. */
    from: BRAND_FROM,
    /** Which version of the studio this is; undefined: none is. */
    version: undefined as number | undefined,
    /** What `BRAND_DIR` has, whatever is in force. */
    ofFolder: BRAND_DIR?.files,
    /** Variables that are set, by name: they count more than any file. */
    variables: { ...variablesIn(given), MODE },
  };
}

/** What a refusal calls the brand in force. */
export function brandOrigin({ version }: { readonly version?: number | undefined }): string {
  return version === undefined ? 'BRAND_DIR' : `brand version ${version} of the studio`;
}

type Given = Pick<BrandEnvironment, BrandVariable | 'MODE'>;

/** A version of the brand, judged by the rules of a start with this start's variables. */
export interface JudgedBrand {
  /** The brand as a start takes it; undefined where it cannot be read. */
  readonly brand: BrandConfig | undefined;
  readonly problems: readonly BrandProblem[];
}

/** Reads the files of a version in the place of the brand in force. */
export function brandFromFiles(
  start: BrandConfig,
  { files, version }: { readonly files: BrandFiles; readonly version: number | undefined },
): JudgedBrand {
  const { brand: folder, problems } = readBrand(files);
  if (!folder) return { brand: undefined, problems };
  const { from, ofFolder, variables } = start;
  const brand = { ...inForce(variables, folder), from, version, ofFolder, variables };
  const missing = missingOfBrand({ ...variables, BRAND_DIR: folder }).map(
    ({ field }): BrandProblem => ({
      ...{ file: 'brand.json', field, problem: 'must be set in production' },
    }),
  );
  const needed = variables.MODE === 'production' ? missing : [];
  return { brand, problems: [...problems, ...needed, ...missingFacts(folder, brand)] };
}

function variablesIn(given: Given): Partial<Pick<Given, BrandVariable>> {
  const names = Object.keys(BRAND_VARIABLES) as BrandVariable[];
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

/** Variables that hold a field of `brand.json`, with the field. */
export function variableFields({ variables }: Pick<BrandConfig, 'variables'>) {
  return Object.entries(BRAND_VARIABLES).flatMap(([variable, field]) =>
    variables[variable as BrandVariable] === undefined ? [] : [{ variable, field }],
  );
}

function inForce(env: Given, folder: BrandFolder | undefined) {
  const words = folder?.words;
  const name = env.BRAND_NAME ?? words?.name;
  const texts = words && brandTextsOf(words, name ?? words.name);
  const ofCatalogue = env.BRAND_CATALOGUE_LANGUAGE ?? words?.catalogueLanguage;
  const isDemo = env.MODE === 'demo' && !words;
  const demoEmail = isDemo ? 'help@bonisa.example' : '';
  return {
    name: name ?? 'Bonisa',
    carrier: env.BRAND_CARRIER ?? words?.carrier ?? '',
    supportNumber: env.BRAND_SUPPORT_NUMBER ?? words?.supportNumber ?? '0800 123 456',
    supportEmail: env.BRAND_SUPPORT_EMAIL ?? words?.supportEmail ?? demoEmail,
    company: env.BRAND_COMPANY ?? words?.company ?? name ?? 'Bonisa',
    address: env.BRAND_ADDRESS ?? words?.address ?? '',
    ...(texts ? { texts } : {}),
    ...(ofCatalogue ? { catalogueLanguage: ofCatalogue } : {}),
    ...(words?.tagManager ? { tagManager: words.tagManager } : {}),
    legal: legalVersionsOf(folder),
    folder,
  };
}

/** What the folder's own texts name and nothing says, a line each. */
export function brandProblems(env: BrandEnvironment): string[] {
  const { folder, address, supportEmail } = brandConfigOf(env);
  return folder
    ? missingFacts(folder, { address, supportEmail }).map(
        (problem) => `BRAND_DIR: ${brandProblemLine(problem)}`,
      )
    : [];
}

/** What production needs to know of a brand, and neither variable nor folder says. */
export function missingOfBrand(
  env: Pick<BrandEnvironment, 'BRAND_DIR' | 'BRAND_NAME' | 'BRAND_SUPPORT_NUMBER'>,
): { readonly variable: BrandVariable; readonly field: string }[] {
  const words = env.BRAND_DIR?.words;
  return (['BRAND_NAME', 'BRAND_SUPPORT_NUMBER'] as const)
    .map((variable) => ({ variable, field: BRAND_VARIABLES[variable] }))
    .filter(({ variable, field }) => (env[variable] ?? words?.[field]) === undefined);
}
