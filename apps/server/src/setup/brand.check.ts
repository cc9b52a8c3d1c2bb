import { brandOfStart } from '@bonisa/backoffice/brand/published-brand';
import { legalProblems } from '@bonisa/content/legal/legal-record';
import { brandProblemLine } from '@bonisa/domain/brand/brand-files';
import { brandOrigin } from '@bonisa/kit/brand/brand.config';
import { ConfigError } from '@bonisa/kit/config-error';
import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import type { Config } from '../config.ts';
import { error, type Problem } from './check.ts';

/**
 * What a start would refuse in the brand that it takes from the database, and in legal texts that
 * differ from the recorded ones. A database without these tables has no problem.
 */
export async function brandStartProblems(
  db: Database,
  { brand }: Pick<Config, 'brand'>,
): Promise<Problem[]> {
  const [has] = await rowsOf<{ versions: boolean; texts: boolean }>(
    db,
    sql`select to_regclass('public.brand_versions') is not null as versions,
      to_regclass('public.legal_texts') is not null as texts`,
  );
  try {
    const taken = has?.versions ? await brandOfStart(db, brand) : brand;
    const changed = has?.texts ? await legalProblems(db, taken.folder ?? {}) : [];
    return changed.map((problem) => error(brandOrigin(taken), brandProblemLine(problem)));
  } catch (refused) {
    if (!(refused instanceof ConfigError)) throw refused;
    return refused.problems.map((line) => error('brand', line));
  }
}
