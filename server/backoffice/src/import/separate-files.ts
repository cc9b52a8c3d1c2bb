import type { ImportRow } from '@bonisa/contract/studio/import-run';
import { type Separated, type SeparateOptions, separateArtwork } from './attachments.ts';
import { separateCaptions } from './caption-fields.ts';
import { separateFilms } from './film-fields.ts';

/** Takes the files out of rows: their pictures, films and captions, in the order of sending. */
export function separateFiles(
  rows: readonly ImportRow[],
  folder: string | undefined,
  options?: SeparateOptions,
): Separated {
  const films = separateFilms(rows, folder, options);
  const captions = separateCaptions(films.rows, folder, options);
  const artwork = separateArtwork(captions.rows, folder, options);
  return {
    rows: artwork.rows,
    attachments: [...artwork.attachments, ...films.attachments, ...captions.attachments],
  };
}
