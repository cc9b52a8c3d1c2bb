import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { isTooDeep, MOST_LEVELS } from '@bonisa/content/editing/document-levels';
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { ImportRow } from '@bonisa/contract/studio/import-run';
import type { TextEncodingName } from '@bonisa/domain/text-encoding';
import { publicAddressesOf } from '@bonisa/kit/public-address';
import type { Attachment, SeparateOptions } from './attachments.ts';
import { rowsOfCsv } from './csv-source.ts';
import { parseJson } from './folder-files.ts';
import { readFilmFolder } from './folder-source.ts';
import { fetchGuardedBytes } from './guarded-fetch.ts';
import { ImportError, refuseRepeated, rowsOfDocument } from './import-row.ts';
import { type FeedOrigin, readFeed } from './mrss-source.ts';
import { providerFeed } from './provider-feeds.ts';
import { refuseLinksOut } from './run-attachments.ts';
import { separateFiles } from './separate-files.ts';
import { readText } from './text-encoding.ts';

const MOST_BYTES = 512 * 1024 * 1024;

export interface SourceContent {
  readonly rows: readonly ImportRow[];
  /** Pictures, films and captions, which follow the entries. */
  readonly attachments: readonly Attachment[];
  /** What of the source is not read, one line each, with its reason. */
  readonly unread: readonly string[];
  /** Items of a feed that are left out, and why. */
  readonly refused: readonly string[];
  readonly encoding: TextEncodingName;
  /** Whether items that the catalogue refuses are left out, as those of a feed are. */
  readonly leavesOut: boolean;
}

/**
 * Reads a file, a folder, or a feed at an address. `kind` is what a table without kinds has,
 * `feedSource` names the source of a feed.
 */
export async function readSource(
  source: string,
  kind: EntryKind,
  feedSource?: string,
): Promise<SourceContent> {
  const feed = { source: feedSource };
  if (/^[a-z]+:\/\//i.test(source))
    return contentOf(await fetchGuardedBytes(source, { addressesOf: publicAddressesOf }), {
      ...{ name: 'the feed', format: 'mrss', kind },
      feed: { ...feed, address: source },
    });
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
  const about = { name: basename(source), format: formatOf(source), kind, feed };
  const content = contentOf(await readFile(source), about, folder);
  await refuseLinksOut(content.attachments, folder);
  return content;
}

export interface ContentOptions {
  /** How refusals call it. */
  readonly name: string;
  readonly format: 'json' | 'csv' | 'mrss';
  readonly kind: EntryKind;
  readonly feed?: FeedOrigin;
}

/** What the bytes of a file or a feed have. Throws an ImportError with all problems. */
export function contentOf(
  bytes: Uint8Array,
  { name, format, kind, feed }: ContentOptions,
  folder?: string,
  options?: SeparateOptions,
): SourceContent {
  const textKind = format === 'csv' ? 'table' : format === 'mrss' ? 'xml' : 'json';
  const { text, encoding } = readText(bytes, name, textKind);
  const { rows: read, refused, unread = [] } = rowsOfText();
  refuseRepeated(read);
  return {
    ...separateFiles(read, folder, options),
    ...{ refused: refused ?? [], encoding, unread, leavesOut: refused !== undefined },
  };

  function rowsOfText(): Pick<SourceContent, 'rows'> & Partial<SourceContent> {
    if (format === 'csv') return { rows: rowsOfCsv(text, { kind }) };
    if (format === 'mrss' && !/^\s*\{/.test(text)) return readFeed(text, feed);
    const document = parseJson(text, name);
    if (isTooDeep(document)) throw new ImportError(`${name}: has more than ${MOST_LEVELS} levels`);
    const provided = providerFeed(document);
    if (provided) {
      const read = readFeed(provided.document, feed);
      return { ...read, unread: [...provided.unread, ...read.unread] };
    }
    if (format === 'mrss')
      throw new ImportError(`${name}: is no list of videos of JW Player, Brightcove or Vimeo`);
    return { rows: rowsOfDocument(document, name) };
  }
}

function formatOf(source: string): ContentOptions['format'] {
  const ending = extname(source).toLowerCase();
  if (ending === '.json') return 'json';
  if (ending === '.csv') return 'csv';
  if (ending === '.xml' || ending === '.rss') return 'mrss';
  throw new ImportError(`${source}: must be a .json, .csv, .xml or .rss file, or a folder`);
}
