// `npm start`: builds what is stale, then becomes the product's one process.
import { buildPages } from './build.mjs';
import { keepCode } from './code-cache.mjs';

// npm that was killed cannot pass a signal on: who lost it would stay behind unseen, and hold the
// ports and the folder.
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
  keepCode();
  buildPages();
  await import('../apps/server/src/main.ts');
} catch (error) {
  console.error(`Cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
