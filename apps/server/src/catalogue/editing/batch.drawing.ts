import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { artworkKey } from '../pictures/entry-artwork.ts';
import { cutThumbhash } from '../pictures/uploaded-picture.ts';
import type { Drawing, ThumbhashOf } from './batch.pictures.ts';

export interface DrawingParts {
  readonly thumbhashOf: ThumbhashOf;
  /** Where uploaded pictures lie. */
  readonly files: Pick<FileStore, 'read'>;
}

/** Makes placeholders; that of an uploaded picture from its file. */
export function createDrawing({ thumbhashOf, files }: DrawingParts): Drawing {
  return {
    thumbhashOf,
    async thumbhashOfGiven(given) {
      const stored = await files.read(artworkKey(given.id));
      if (!stored) throw new AppError('not_found', 'The picture is not in the store any more.');
      return await cutThumbhash(stored.bytes, given);
    },
  };
}
