import { flagOf } from './csv-source.ts';
import { ImportError } from './import-row.ts';

const LISTS = new Set(['languages', 'ratingAdvice']);

/** A field of `--set FIELD=VALUE`, in the words that a table has. */
export function setFieldOf(text: string): [string, unknown] {
  const [field = '', ...rest] = text.split('=');
  const value = rest.join('=');
  if (LISTS.has(field)) return [field, value.split('|').filter(Boolean)];
  if (field !== 'published') return [field, field === 'year' ? Number(value) : value];
  const flag = flagOf(value.trim());
  if (typeof flag !== 'boolean')
    throw new ImportError(`--set ${text}: must be yes, true, 1, no, false or 0`);
  return [field, flag];
}
