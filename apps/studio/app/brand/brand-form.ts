import type { checkBrand } from '@bonisa/contract/studio/brand.calls';
import type { StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import type { BrandTextFiles } from '@bonisa/domain/brand/brand-files';

export type BrandCheck = StudioReplyOf<typeof checkBrand>;
export type BrandProblems = BrandCheck['problems'];

/** What every part of the form gets: the draft, and what a publication would refuse in it. */
export interface BrandPart {
  readonly files: BrandTextFiles;
  readonly onChange: (files: BrandTextFiles) => void;
  readonly problems: BrandProblems;
}

/** What is wrong with a field, in one line; without a field: with the file itself. */
export function problemAt(problems: BrandProblems, file: string, field = ''): string | undefined {
  const found = problems.filter((one) => one.file === file && one.field === field);
  return found.length > 0 ? found.map(({ problem }) => problem).join('; ') : undefined;
}

/** Whether a file, or one of some fields of it, is at fault. */
export function isFaulty(
  problems: BrandProblems,
  files: readonly string[],
  fields?: readonly string[],
): boolean {
  return problems.some(
    ({ file, field }) =>
      files.includes(file) && (!fields || fields.includes(field.split('.', 1)[0] ?? '')),
  );
}

/** Before the first check has answered. */
export const NO_PROBLEMS: BrandProblems = [];
