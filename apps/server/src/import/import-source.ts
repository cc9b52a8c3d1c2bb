import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { isTooDeep, MOST_LEVELS } from '../catalogue/editing/document-levels.ts';
import { type Attachment, type SeparateOptions, separateArtwork } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { separateFilms } from './film-fields.ts';
import { parseJson, readFilmFolder } from './folder-source.ts';
import { fetchGuardedBytes } from './guarded-fetch.ts';
import { ImportError, rowsOfDocument } from './import-row.ts';
import { readFeed } from './mrss-source.ts';
import { refuseLinksOut } from './run-attachments.ts';
import { readText, type TextEncodingName } from './text-encoding.ts';

const MOST_BYTES = 512 * 1024 * 1024;

export interface SourceContent {
  readonly rows: readonly ImportRow[];
  /** Pictures, films and captions, which follow the entries. */
  readonly attachments: readonly Attachment[];
  /** Files of a folder that belong to no film. */
  readonly unused: readonly string[];
  /** Items of a feed that are left out, and why. */
  readonly refused: readonly string[];
  readonly encoding: TextEncodingName;
  /** Whether items that the catalogue refuses are left out, as those of a feed are. */
  readonly leavesOut: boolean;
}

/** Reads a file, a folder, or a feed at an address. `kind` is what a table without kinds has. */
export async function readSource(source: string, kind: EntryKind): Promise<SourceContent> {
  if (/^[a-z]+:\/\//i.test(source))
    return contentOf(await fetchGuardedBytes(source), { name: 'the feed', format: 'mrss', kind });
  const found = await stat(source).catch((error: unknown) => {
    throw new ImportError(`${source}: there is no such file or folder`, error);
  });
  if (found.isDirectory()) {
    const content = await readFilmFolder(source);
    await refuseLinksOut(content.attachments, source);
    return { ...content, refused: [], encoding: 'UTF-8', leavesOut: false };
  }
  if (found.size > MOST_BYTES)
    throw new ImportError(`${source}: is larger than ${MOST_BYTES} bytes`);
  const folder = dirname(source);
  const about = { name: basename(source), format: formatOf(source), kind };
  const content = contentOf(await readFile(source), about, folder);
  await refuseLinksOut(content.attachments, folder);
  return content;
}

export interface ContentOptions {
  /** How refusals call it. */
  readonly name: string;
  readonly format: 'json' | 'csv' | 'mrss';
  readonly kind: EntryKind;
}

/** What the bytes of a file or a feed have. Throws an ImportError with all problems. */
export function contentOf(
  bytes: Uint8Array,
  { name, format, kind }: ContentOptions,
  folder?: string,
  options?: SeparateOptions,
): SourceContent {
  const textKind = format === 'csv' ? 'table' : format === 'mrss' ? 'xml' : 'json';
  const { text, encoding } = readText(bytes, name, textKind);
  const { rows: read, refused } = rowsOfText();
  const films = separateFilms(read, folder, options);
  const { rows, attachments } = separateArtwork(films.rows, folder, options);
  return {
    ...{ rows, refused, encoding, unused: [], leavesOut: format === 'mrss' },
    attachments: [...attachments, ...films.attachments],
  };

  function rowsOfText(): { rows: readonly ImportRow[]; refused: readonly string[] } {
    if (format === 'csv') return { rows: rowsOfCsv(text, { kind }), refused: [] };
    if (format === 'mrss') return readFeed(text);
    const document = parseJson(text, name);
    if (isTooDeep(document)) throw new ImportError(`${name}: has more than ${MOST_LEVELS} levels`);
    return { rows: rowsOfDocument(document, name), refused: [] };
  }
}

function formatOf(source: string): ContentOptions['format'] {
  const ending = extname(source).toLowerCase();
  if (ending === '.json') return 'json';
  if (ending === '.csv') return 'csv';
  if (ending === '.xml' || ending === '.rss') return 'mrss';
  throw new ImportError(`${source}: must be a .json, .csv, .xml or .rss file, or a folder`);
}
