// `npm run db:regenerate`: generates the first migration from the tables again, while no service
// has a database to migrate. 0001_triggers.sql, which is written by hand, contains what drizzle
// cannot express (triggers, functions, an extension).
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'apps/server/src/platform/migrations');
const triggers = join(folder, '0001_triggers.sql');
const written = readFileSync(triggers, 'utf8');

for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
generate('--name', 'init');
generate('--custom', '--name', 'triggers');
writeFileSync(triggers, written);
// drizzle-kit compares the tables with the newest snapshot only.
rmSync(join(folder, 'meta/0000_snapshot.json'));

function generate(...args) {
  const config = ['--config', 'apps/server/drizzle.config.ts'];
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...config, ...args],
    { cwd: root, stdio: 'inherit' },
  );
}
