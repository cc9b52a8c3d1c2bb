import type { BrandTexts } from '@bonisa/contract/site-config';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@bonisa/domain/languages';
import { z } from 'zod';

/** What a text of a brand may name in braces. */
const PLACE = /\{([^{}]*)\}/g;

/** A text by language; a language without it has the English one. */
function textByLanguage(most: number) {
  return z
    .partialRecord(
      z.enum(LANGUAGES),
      z
        .string()
        .trim()
        .min(1)
        .max(most)
        .superRefine((text, context) => {
          for (const [place, name] of text.matchAll(PLACE))
            if (name !== 'service')
              context.addIssue({ code: 'custom', message: `names ${place}; known is {service}` });
        }),
      {
        error: ({ code }: { readonly code: string }) =>
          code === 'unrecognized_keys' ? `must be by language: ${LANGUAGES.join(', ')}` : undefined,
      },
    )
    .refine((texts) => texts[DEFAULT_LANGUAGE] !== undefined, {
      error: 'must have English ("en"), which every other language falls back to',
    });
}

/** The fields of `brand.json`: what the brand says about itself, by language. */
export const brandTextFields = {
  /** Behind the name in the title of the home page. */
  pitch: textByLanguage(60).optional(),
  /** For search engines, shared links and the manifest. */
  description: textByLanguage(160).optional(),
  /** An invitation; the address of the site comes behind it. */
  share: textByLanguage(160).optional(),
};

type Fields = Readonly<
  Partial<Record<keyof typeof brandTextFields, Readonly<Partial<Record<Language, string>>>>>
>;

/** The texts by language, with the brand's name in their places; undefined without any. */
export function brandTextsOf(
  { pitch, description, share }: Fields,
  name: string,
): Readonly<Partial<Record<Language, BrandTexts>>> | undefined {
  if (!pitch && !description && !share) return undefined;
  const all = Object.entries({ pitch, description, share });
  const inLanguage = (language: Language): BrandTexts =>
    Object.fromEntries(
      all.flatMap(([field, texts]) => {
        const text = texts?.[language] ?? texts?.[DEFAULT_LANGUAGE];
        return text === undefined ? [] : [[field, text.replaceAll('{service}', name)]];
      }),
    );
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)]));
}
