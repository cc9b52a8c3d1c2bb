import { type importContent, MOST_IMPORT_ROWS } from '@bonisa/contract/studio/import.calls';
import type { z } from 'zod';
import { listed } from './import-limits.ts';
import { ImportError } from './import-row.ts';
import { type ContentOptions, contentOf, type SourceContent } from './import-source.ts';

export type ImportAnswer = z.input<typeof importContent>;

/** What a source has, as the studio reads it, or all the reasons why it cannot be read. */
export function importAnswer(bytes: Uint8Array, options: ContentOptions): ImportAnswer {
  try {
    const leftOut: string[] = [];
    const read = contentOf(bytes, options, undefined, { leftOut });
    if (read.rows.length > MOST_IMPORT_ROWS)
      throw new ImportError(
        `${options.name}: has more than ${MOST_IMPORT_ROWS} entries; larger ones go by npm run import`,
      );
    return {
      rows: [...read.rows],
      pictures: picturesOf(read),
      captions: captionsOf(read),
      films: read.attachments.filter(({ what }) => what === 'fetched film').length,
      left_out: [...listed(leftOut)],
      unread: [...read.unread],
      refused: listed(read.refused).map(problemOf),
      encoding: read.encoding,
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const none = { rows: [], pictures: [], captions: [], left_out: [], unread: [], refused: [] };
    return { ...none, films: 0, encoding: null, problems: error.lines.map(problemOf) };
  }
}

function picturesOf({ attachments }: SourceContent): ImportAnswer['pictures'] {
  return attachments.flatMap((one) => {
    if (one.what !== 'picture' || !('url' in one.from)) return [];
    const { place, key, use, x, y } = one;
    const kind = one.kind as ImportAnswer['pictures'][number]['kind'];
    return [{ place, kind, key, use, x, y, url: one.from.url }];
  });
}

function captionsOf({ attachments }: SourceContent): ImportAnswer['captions'] {
  return attachments.flatMap((one) => {
    if (one.what !== 'fetched captions') return [];
    const { what: _, kind, ...rest } = one;
    return [{ ...rest, kind: kind as ImportAnswer['captions'][number]['kind'] }];
  });
}

/** `line 14: year: must be…` by its parts. */
function problemOf(line: string): ImportAnswer['problems'][number] {
  const [place = '', field = '', ...rest] = line.split(': ');
  if (rest.length > 0) return { place, field, problem: rest.join(': ') };
  return field ? { place, field: '', problem: field } : { place: '', field: '', problem: place };
}
