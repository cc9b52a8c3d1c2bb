// The table of docs/jobs.md has every scheduled job, and every file that claims work.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourceFiles } from '../../../scripts/source-files.ts';
import { createTestProduct, type TestProduct } from './app.test-kit.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLAIMS =
  /skipLocked: true|skip locked|renewLease\(\(|leaseEnd\(|(?:LEASE|GONE|SLOT|CUT_OFF)_MS =|pg_advisory/;

let product: TestProduct;
let table: string;
beforeAll(async () => {
  product = await createTestProduct();
  const page = readFileSync(join(ROOT, 'docs/jobs.md'), 'utf8');
  table = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
});
afterAll(() => product.close());

it('has every scheduled job', () => {
  const { scheduler, maintenance, carriers } = product.app;
  const ofCarrier = new RegExp(`-(?:${carriers.all.map(({ terms }) => terms.id).join('|')})$`);
  const names = [...scheduler.names, ...maintenance.names].map((name) =>
    name.replace(ofCarrier, ''),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

it('has every file that claims work', () => {
  const claiming = sourceFiles()
    .filter((path) => /^(?:apps\/)?server\/.*\.ts$/.test(path) && !/\.test(-kit)?\.ts$/.test(path))
    .filter((path) => CLAIMS.test(readFileSync(join(ROOT, path), 'utf8')))
    .map((path) => basename(path));
  expect(claiming.length).toBeGreaterThan(15);
  expect(claiming.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
