import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';
import type { EditingService } from './editing.service.ts';
import { catalogueKeys } from './keys.tables.ts';
import { catalogueVersions } from './versions.tables.ts';

/** Home shows what is on shelves: this one has the newest titles by itself. */
const FIRST_SHELF = {
  kind: 'shelf',
  key: 'new',
  slug: 'new',
  title: 'New',
  names: { zu: 'Okusha', xh: 'Okutsha', af: 'Nuut', st: 'Tse ntjha' },
  format: 'landscape',
  rule: { order: 'newest', limit: 20 },
  published: true,
};

/**
 * Gives a catalogue that never had an entry its first shelf, so that home shows the first title as
 * soon as it is published. Whoever deletes the shelf does not get it again.
 */
export async function giveFirstShelf(
  db: Database,
  editing: Pick<EditingService, 'apply'>,
): Promise<void> {
  const [row] = await rowsOf<{ used: boolean }>(
    db,
    sql`select exists (select 1 from ${catalogueKeys}) or exists (select 1 from ${catalogueVersions}) as used`,
  );
  if (row?.used !== false) return;
  const { problems } = await editing.apply([FIRST_SHELF]);
  if (problems.length > 0)
    throw new Error(`the first shelf: ${problems.map(({ problem }) => problem).join('; ')}`);
}
