// `npm start`: builds stale pages, then becomes the product's one process.
import { buildPages } from './build.mjs';
import { enableCodeCache } from './code-cache.mjs';
import './drizzle-imports.mjs';

// A killed npm cannot pass a signal on: without this watch the process would keep running and hold
// the ports and the folder.
const parent = process.ppid;
if (process.env.npm_lifecycle_event === 'start') {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}

try {
  enableCodeCache();
  // With arguments there is help or a refusal to print, which needs no pages.
  if (process.argv.length <= 2) buildPages();
  await import('../apps/server/src/main.ts');
} catch (error) {
  console.error(`Cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
