// Ends with 0 while this machine's process answers; for the health check of a container.
import { explain } from './explain.mjs';

explain(import.meta.url, 'deploy/health.mjs');
const port = process.env.PORT || '3000';
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz/live`);
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1; // Nobody answers.
}
