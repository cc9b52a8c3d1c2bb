import { rowsOfDocument } from '@bonisa/backoffice/import/import-row';
import {
  ASSET,
  createTestCatalogue,
  type EntryRow,
  mediaReady,
  publishEntries,
} from '@bonisa/content/catalogue.test-kit';
import { readDemoContent } from '@bonisa/demo-content/demo-content';
import { migrate, openPostgres } from '@bonisa/kit/database/database';
import { readyAsset } from '@bonisa/media/ready-asset.test-kit';
import { mediaAssets } from '../server/media/src/media.tables.ts';

/**
 * Fills a new database with the demo's catalogue, all titles with one film that has no files: pages
 * are as those of the demo, and no film is painted before they are measured.
 */
export async function fillWithDemo(databaseUrl: string): Promise<void> {
  const open = await openPostgres(databaseUrl);
  try {
    await migrate(open);
    const { catalogue, editing } = await createTestCatalogue(open);
    const rows = rowsOfDocument(readDemoContent().catalogue).map(({ row }) =>
      row.kind === 'video' || row.kind === 'episode' ? { ...row, assetId: ASSET } : row,
    );
    await publishEntries(editing, rows as EntryRow[]);
    await open.db.insert(mediaAssets).values(readyAsset(new Date()));
    await mediaReady(catalogue);
  } finally {
    await open.close();
  }
}
