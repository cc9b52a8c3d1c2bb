// `npm start`: builds what is stale, then becomes the product's one process.
import { buildPages } from './build.mjs';
import { enableCodeCache } from './code-cache.mjs';

// If npm is killed it cannot pass a signal on: without this watch the process would stay behind and
// hold the ports and the folder.
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
  buildPages();
  await import('../apps/server/src/main.ts');
} catch (error) {
  console.error(`Cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
