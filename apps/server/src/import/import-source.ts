import { readFile, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { type Attachment, separateArtwork } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { parseJson, readFilmFolder } from './folder-source.ts';
import { fetchGuarded } from './guarded-fetch.ts';
import { ImportError, rowsOfDocument } from './import-row.ts';
import { rowsOfFeed } from './mrss-source.ts';
import { refuseLinksOut } from './run-attachments.ts';

const MOST_BYTES = 512 * 1024 * 1024;

export interface SourceContent {
  readonly rows: readonly ImportRow[];
  /** Pictures, films and captions, which follow the entries. */
  readonly attachments: readonly Attachment[];
  /** Files of a folder that belong to no film. */
  readonly unused: readonly string[];
}

/** Reads a file, a folder, or a feed at an address. `kind` is what a table without kinds has. */
export async function readSource(source: string, kind: EntryKind): Promise<SourceContent> {
  if (/^[a-z]+:\/\//i.test(source)) return separated(rowsOfFeed(await fetchGuarded(source)));
  const found = await stat(source).catch((error: unknown) => {
    throw new ImportError(`${source}: there is no such file or folder`, error);
  });
  if (found.isDirectory()) {
    const content = await readFilmFolder(source);
    await refuseLinksOut(content.attachments, source);
    return content;
  }
  if (found.size > MOST_BYTES)
    throw new ImportError(`${source}: is larger than ${MOST_BYTES} bytes`);
  const text = await readFile(source, 'utf8');
  const content = separated(rowsOfText(text, { source, kind }), dirname(source));
  await refuseLinksOut(content.attachments, dirname(source));
  return content;
}

/** The rows without what they name besides their fields. */
function separated(rows: readonly ImportRow[], folder?: string): SourceContent {
  return { ...separateArtwork(rows, folder), unused: [] };
}

function rowsOfText(text: string, { source, kind }: { source: string; kind: EntryKind }) {
  const ending = extname(source).toLowerCase();
  if (ending === '.json') return rowsOfDocument(parseJson(text, source), source);
  if (ending === '.csv') return rowsOfCsv(text, { kind });
  if (ending === '.xml' || ending === '.rss') return rowsOfFeed(text);
  throw new ImportError(`${source}: must be a .json, .csv, .xml or .rss file, or a folder`);
}
