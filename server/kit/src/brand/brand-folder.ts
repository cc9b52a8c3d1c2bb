import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  BRAND_FILE_NAMES,
  type BrandFileName,
  type BrandProblem,
  brandProblemLine,
  MOST_BRAND_BYTES,
} from '@bonisa/domain/brand/brand-files';
import { z } from 'zod';
import { type BrandFolder, readBrand } from './brand-reader.ts';

/** `BRAND_DIR`: reads and checks a brand's folder, with an issue for each thing that is wrong. */
export const brandFolder = z
  .string()
  .min(1)
  .transform((folder, context): BrandFolder => {
    const { files, problems } = filesOf(folder);
    const read = readBrand(files);
    // What cannot be read is not missing.
    const unread = new Set(problems.map(({ file }) => file));
    const further = read.problems.filter(({ file }) => !unread.has(file));
    for (const problem of [...problems, ...further])
      context.addIssue({ code: 'custom', message: brandProblemLine(problem) });
    return read.brand ?? z.NEVER;
  });

function filesOf(folder: string) {
  const files: Partial<Record<BrandFileName, Buffer>> = {};
  const problems: BrandProblem[] = [];
  for (const file of BRAND_FILE_NAMES) {
    try {
      files[file] = startOf(join(folder, file), MOST_BRAND_BYTES[file] + 1);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' || file === 'brand.json')
        problems.push({ file, field: '', problem: `cannot be read (${code})` });
    }
  }
  return { files, problems };
}

/** The first bytes of a file: one more than it may have, so that the reader refuses it. */
function startOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(most);
    return Buffer.from(bytes.subarray(0, readSync(file, bytes, 0, most, 0)));
  } finally {
    closeSync(file);
  }
}
