import { z } from 'zod';
import {
  brandFolder,
  catalogueLanguage,
  companyAddress,
  companyName,
  missingFacts,
  shownName,
  shownPhone,
} from './brand-folder.ts';
import { brandTextsOf } from './brand-texts.ts';
import { legalVersionsOf } from './legal-versions.ts';

/** The brand's variables. A variable counts more than the folder's file. */
export const brandConfigShape = {
  BRAND_DIR: brandFolder.optional(),
  BRAND_NAME: shownName.optional(),
  BRAND_CARRIER: shownName.optional(),
  BRAND_SUPPORT_NUMBER: shownPhone.optional(),
  BRAND_SUPPORT_EMAIL: z.email().optional(),
  BRAND_COMPANY: companyName.optional(),
  BRAND_ADDRESS: companyAddress.optional(),
  BRAND_CATALOGUE_LANGUAGE: catalogueLanguage.optional(),
};

const shape = z.object(brandConfigShape);
type BrandEnvironment = z.output<typeof shape>;

export type BrandConfig = ReturnType<typeof brandConfigOf>;

/** The brand's names, contacts, and its folder if it has one. */
export function brandConfigOf(env: BrandEnvironment & { readonly MODE: string }) {
  const words = env.BRAND_DIR?.words;
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
    legal: legalVersionsOf(env.BRAND_DIR),
    folder: env.BRAND_DIR,
  };
}

/** What the brand's own texts name and nothing says, a line each. */
export function brandProblems(env: BrandEnvironment & { readonly MODE: string }): string[] {
  const { folder, address, supportEmail } = brandConfigOf(env);
  return folder ? missingFacts(folder, { address, supportEmail }) : [];
}

/** What production needs to know of a brand, and neither variable nor folder says. */
export function missingOfBrand(env: BrandEnvironment): string[] {
  const words = env.BRAND_DIR?.words;
  return [
    ...((env.BRAND_NAME ?? words?.name) ? [] : ['BRAND_NAME']),
    ...((env.BRAND_SUPPORT_NUMBER ?? words?.supportNumber) ? [] : ['BRAND_SUPPORT_NUMBER']),
  ];
}
