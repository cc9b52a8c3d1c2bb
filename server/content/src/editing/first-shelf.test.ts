import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestCatalogue, mediaReady, type TestCatalogue } from '../catalogue.test-kit.ts';
import { giveFirstShelf } from './first-shelf.ts';
import { ROWS } from './rows.test-kit.ts';

let open: OpenDatabase;
let kit: TestCatalogue;
beforeAll(async () => {
  open = await createTestDatabase();
});
beforeEach(async () => {
  kit = await createTestCatalogue(open);
});
afterAll(() => open.close());

const give = () => giveFirstShelf(open.db, kit.editing);
const onHome = async () =>
  (await kit.pageData.home()).shelves.map(({ title, items }) => [
    title,
    items.map(({ slug }) => slug),
  ]);

it('shows the first title of an empty catalogue on home, without a shelf of the editor (R1)', async () => {
  for (let starts = 0; starts < 2; starts++) await give();
  const rows = ROWS.filter(({ kind }) => kind !== 'shelf' && kind !== 'slide');
  expect((await kit.editing.apply(rows)).problems).toEqual([]);
  await mediaReady(kit.catalogue);
  expect(await onHome()).toEqual([['New', expect.arrayContaining(['umuzi'])]]);
});

it('gives no shelf to a catalogue that has entries, nor again once it was deleted', async () => {
  await give();
  const remove = { kind: 'shelf', key: 'new', delete: true };
  expect((await kit.editing.apply([remove])).problems).toEqual([]);
  await give();
  expect(await kit.editing.entries('shelf', { limit: 10 })).toEqual([]);
});
