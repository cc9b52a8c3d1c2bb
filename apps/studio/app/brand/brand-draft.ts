import {
  BRAND_FONT,
  type BrandFileName,
  type BrandTextFiles,
  tooLarge,
} from '@bonisa/domain/brand/brand-files';
import type { BrandColours } from '@bonisa/domain/brand/brand-look';
import { isColour } from '@bonisa/domain/colour';

/** What a field of `brand.json` may be in the form; `undefined` takes it out of the file. */
type FieldValue = string | boolean | undefined;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function fieldsOf(files: BrandTextFiles): Fields {
  try {
    const fields: unknown = JSON.parse(files['brand.json'] ?? '{}');
    return isFields(fields) ? fields : {};
  } catch {
    // The check names a file that is no JSON; the form begins anew.
    return {};
  }
}

/** A field of `brand.json`, such as `colours.page`. */
export function fieldOf(files: BrandTextFiles, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), fieldsOf(files));
}

/** A text field of `brand.json`; '' where it has none. */
export function textOf(files: BrandTextFiles, path: string): string {
  const value = fieldOf(files, path);
  return typeof value === 'string' ? value : '';
}

/** The files with another value of one field; every other field stays, also an unknown one. */
export function withField(files: BrandTextFiles, path: string, value: FieldValue): BrandTextFiles {
  const fields = changed(fieldsOf(files), path.split('.'), value === '' ? undefined : value);
  return { ...files, 'brand.json': `${JSON.stringify(fields ?? {}, null, 2)}\n` };
}

function changed(fields: Fields, path: readonly string[], value: FieldValue): Fields | undefined {
  const [name = '', ...rest] = path;
  const within = fields[name];
  const next = rest.length === 0 ? value : changed(isFields(within) ? within : {}, rest, value);
  const { [name]: _, ...others } = fields;
  const all = next === undefined ? others : { ...fields, [name]: next };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** The files with another text of one file; `undefined` takes the file away. */
export function withFile(
  files: BrandTextFiles,
  name: BrandFileName,
  text: string | undefined,
): BrandTextFiles {
  const { [name]: _, ...others } = files;
  return text === undefined ? others : { ...files, [name]: text };
}

/** The colours where all that are given are colours, so that their contrasts can be shown. */
export function coloursOf(files: BrandTextFiles): BrandColours | undefined {
  const given = fieldOf(files, 'colours');
  if (!isFields(given)) return undefined;
  const isWhole = (['page', 'text', 'accent'] as const).every((name) => name in given);
  const areColours = Object.values(given).every((one) => typeof one === 'string' && isColour(one));
  return isWhole && areColours ? (given as unknown as BrandColours) : undefined;
}

export type LegalFile = 'terms.md' | 'privacy.md';

const FIRST_LINE = /^version:[ \t]*([^\r\n]*)(?:\r?\n)*/;

/** A legal text as the form shows it: its version, and what follows the first line. */
export function legalParts(text: string): { readonly version: string; readonly words: string } {
  const [first = '', version = ''] = FIRST_LINE.exec(text) ?? [];
  return { version: version.trim(), words: text.slice(first.length) };
}

/** The file of a version and its words. */
export function legalFile({ version, words }: ReturnType<typeof legalParts>): string {
  return `version: ${version}\n\n${words}`;
}

/**
 * A legal text with other words. Other words need another version: today's is proposed, until the
 * person writes one.
 */
export function withLegalWords(
  { began, now }: { readonly began: string | undefined; readonly now: string },
  words: string,
  today: string,
): string {
  const [before, shown] = [legalParts(began ?? ''), legalParts(now)];
  const isUndated = shown.version === '' || shown.version === before.version;
  return legalFile({ version: isUndated ? today : shown.version, words });
}

/** A file that a person chose, as the draft has it. Throws an error that says why it cannot be. */
export async function fileText(name: BrandFileName, file: Blob): Promise<string> {
  const problem = tooLarge(name, file.size);
  if (problem) throw new Error(`${name} ${problem}.`);
  if (name !== BRAND_FONT) return (await file.text()).replaceAll('\0', '\ufffd');
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
