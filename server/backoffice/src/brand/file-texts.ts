import {
  BRAND_FILE_NAMES,
  BRAND_FONT,
  type BrandFileName,
  type BrandTextFiles,
} from '@bonisa/domain/brand/brand-files';
import type { BrandFiles } from '@bonisa/kit/brand/brand-reader';

const encodingOf = (name: BrandFileName) => (name === BRAND_FONT ? 'base64' : 'utf8');

/** The bytes of files as they are on the wire and in the database. */
export function bytesOfFiles(files: BrandTextFiles): BrandFiles {
  return Object.fromEntries(
    BRAND_FILE_NAMES.flatMap((name) => {
      const text = files[name];
      return text === undefined ? [] : [[name, Buffer.from(text, encodingOf(name))]];
    }),
  );
}

/** Files on the wire; NUL, which PostgreSQL cannot store, and halves of letters are replaced. */
export function textsOfFiles(files: BrandFiles): BrandTextFiles {
  return Object.fromEntries(
    BRAND_FILE_NAMES.flatMap((name) => {
      const text = files[name]?.toString(encodingOf(name)).replaceAll('\0', '\ufffd');
      return text === undefined ? [] : [[name, text]];
    }),
  );
}
