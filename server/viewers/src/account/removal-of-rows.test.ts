// S8: a table that names a subscriber or a number must be part of the removal of personal data.
// The test fills each such table from its columns, so that it also covers a table added later.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '../viewer/viewer.test-kit.ts';

/** Tables that retain a row of a removed subscriber, without the number, and why. */
const RETAINED: Readonly<Record<string, string>> = {
  subscriptions: 'the ledger and the audit refer to it',
  unblockings: 'evidence of a STOP ALL and of who asked to undo it',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

let product: ProductWithCatalogue;
let columns: Column[];
beforeAll(async () => {
  product = await createProductWithCatalogue();
  const rows = await product.rows(
    `select table_name, column_name, data_type, is_nullable = 'NO' and column_default is null and is_identity = 'NO' as required
       from information_schema.columns where table_schema = 'public' order by 1, ordinal_position`,
  );
  columns = rows.map((row) => ({
    table: String(row.table_name),
    name: String(row.column_name),
    type: String(row.data_type),
    required: row.required === true,
  }));
});
afterAll(() => product.close());

const namesSubscriber = ({ name }: Column) => name === 'subscriber_id';
const namesNumber = ({ name }: Column) => /(^|_)msisdn$/.test(name);
const tablesWhere = (is: (column: Column) => boolean) => [
  ...new Set(columns.filter(is).map(({ table }) => table)),
];

/** Any value of a column, as SQL; the subscriber and the number where the column names them. */
function anyValue(column: Column, { subscriberId, msisdn }: SignedInVisitor): string {
  if (namesSubscriber(column)) return String(subscriberId);
  if (namesNumber(column)) return `'${msisdn}'`;
  switch (column.type) {
    case 'text':
      return `'any'`;
    case 'uuid':
      return `'${crypto.randomUUID()}'`;
    case 'boolean':
      return 'false';
    case 'jsonb':
    case 'ARRAY':
      return `'{}'`;
    case 'timestamp with time zone':
      return `'${product.clock.now().toISOString()}'`;
    default:
      return '1';
  }
}

/** Writes a row about the viewer into a table that does not have one yet. */
async function fill(table: string, viewer: SignedInVisitor): Promise<void> {
  if (['subscribers', 'subscriptions'].includes(table)) return;
  const named = columns.filter(
    (column) =>
      column.table === table && (column.required || namesSubscriber(column) || namesNumber(column)),
  );
  await product.rows(
    `insert into ${table} (${named.map(({ name }) => name).join(', ')})
     values (${named.map((column) => anyValue(column, viewer)).join(', ')}) on conflict do nothing`,
  );
}

const countOf = async (table: string, where: string): Promise<number> =>
  Number((await product.rows(`select count(*)::int as n from ${table} where ${where}`))[0]?.n);

describe('a removal of personal data', () => {
  it('leaves no row of the subscriber but those that are retained for a reason', async () => {
    const viewer = await product.signedIn();
    const tables = tablesWhere(namesSubscriber);
    for (const table of tables) await fill(table, viewer);
    const mine = `subscriber_id = ${viewer.subscriberId}`;
    for (const table of tables) expect([table, await countOf(table, mine)]).not.toEqual([table, 0]);
    await viewer.call('deletePersonalData', { confirm: 'delete' });
    const left: string[] = [];
    for (const table of tables) if ((await countOf(table, mine)) > 0) left.push(table);
    expect(left).toEqual(Object.keys(RETAINED).toSorted());
  });

  it('leaves the number in no column that holds numbers', async () => {
    const viewer = await product.signedIn();
    const holders = columns.filter(namesNumber);
    for (const table of tablesWhere(namesNumber)) await fill(table, viewer);
    await viewer.call('deletePersonalData', { confirm: 'delete' });
    await product.app.scheduler.runDue();
    const left: string[] = [];
    for (const { table, name } of holders)
      if ((await countOf(table, `${name} = '${viewer.msisdn}'`)) > 0) left.push(`${table}.${name}`);
    expect(left).toEqual([]);
  });
});
