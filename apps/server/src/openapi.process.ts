import { readFile, writeFile } from 'node:fs/promises';
import { describeProduct } from './openapi.ts';

/**
 * `npm run openapi` writes the OpenAPI document of all calls to `docs/openapi.json`; with `--check`
 * it fails if that file is out of date.
 */
const FILE = new URL('../../../docs/openapi.json', import.meta.url);

const described = `${JSON.stringify(await describeProduct(), null, 2)}\n`;
if (!process.argv.includes('--check')) await writeFile(FILE, described);
else if ((await readFile(FILE, 'utf8').catch(() => '')) !== described) {
  console.error('docs/openapi.json is out of date: npm run openapi');
  process.exitCode = 1;
}
