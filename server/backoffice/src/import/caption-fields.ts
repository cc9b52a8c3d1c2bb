import { line } from '@bonisa/contract/studio/catalogue-entries';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { ownName, readLanguage } from '@bonisa/domain/language-word';
import {
  type Attachment,
  fileIn,
  fileWithin,
  type Separated,
  type SeparateOptions,
} from './attachments.ts';
import { ImportError, keyOf } from './import-row.ts';

/** The captions that rows name: `captions` is a list of files or addresses with their languages. */

/** Captions at an address, as a row of a feed names them. */
export interface ImportedCaptions {
  readonly url: string;
  readonly language: string;
  readonly label: string;
}

const KINDS = new Set(['video', 'episode']);
const LABEL = line(60);

/**
 * Takes `captions` out of rows: a list of `{file, language, label?}` or `{url, language, label?}`.
 * Throws an ImportError with all problems.
 */
export function separateCaptions(
  rows: readonly ImportRow[],
  folder: string | undefined,
  { leftOut }: SeparateOptions = {},
): Separated {
  const problems: string[] = [];
  const attachments: Attachment[] = [];
  const left = rows.map((one): ImportRow => {
    const { row, place } = one;
    if (!('captions' in row)) return one;
    const { captions, ...fields } = row as ImportRow['row'] & Record<string, unknown>;
    const refuse = (problem: string): void => void problems.push(`${place}: captions: ${problem}`);
    const key = keyOf(fields);
    const seen = new Set<string>();
    if (captions === undefined || captions === null) return { place, row: fields };
    if (!Array.isArray(captions)) refuse('must be a list of captions');
    else if (!KINDS.has(row.kind)) refuse(`a ${row.kind} has no captions`);
    else if (key === undefined) refuse('the entry must have a key or a slug');
    else
      for (const given of captions) {
        const file = leftOut && fileIn(given);
        if (file !== undefined) {
          leftOut?.push(`${place}: ${file}`);
          continue;
        }
        const read = captionsOf(given, folder);
        if (typeof read === 'string') refuse(read);
        else if (seen.has(read.language)) refuse(`'${read.language}' is there twice`);
        else {
          seen.add(read.language);
          const head = { place, kind: row.kind, key };
          attachments.push(
            'url' in read
              ? { ...head, what: 'fetched captions', ...read }
              : { ...head, what: 'captions', ...read },
          );
        }
      }
    return { place, row: fields };
  });
  if (problems.length > 0) throw new ImportError(problems);
  return { rows: left, attachments };
}

type CaptionsFile = Omit<ImportedCaptions, 'url'> & { readonly file: string };

function captionsOf(
  value: unknown,
  folder: string | undefined,
): ImportedCaptions | CaptionsFile | string {
  if (typeof value !== 'object' || value === null)
    return 'must be {file, language} or {url, language}';
  const { file, url, language: said, label: given, ...others } = value as Record<string, unknown>;
  const [other] = Object.keys(others);
  if (other !== undefined) return `'${other}' is no field of captions`;
  const language = typeof said === 'string' ? readLanguage(said) : undefined;
  if (said === undefined) return 'must have a language';
  if (language === undefined) return `'${String(said)}' is no language that is known`;
  const label = LABEL.safeParse(given ?? ownName(language)).data;
  if (label === undefined) return 'label must be one line of at most 60 characters';
  if (typeof url === 'string')
    return /^https?:\/\//i.test(url)
      ? { url, language, label }
      : 'must be at an http or https address';
  if (typeof file !== 'string') return 'must have a file, or the https address of captions';
  const found = fileWithin(folder, file);
  return found ? { file: found, language, label } : `${file} is not in the folder of the import`;
}
