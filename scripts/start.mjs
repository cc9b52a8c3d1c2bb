// `npm start`: builds what is stale, then becomes the product's one process.
import { buildPages } from './build.mjs';

try {
  buildPages();
  await import('../apps/server/src/main.ts');
} catch (error) {
  console.error(`Cannot start: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
