import { workerData } from 'node:worker_threads';

/** The thread of `parent-watch.ts`: it ends its process by force when the parent is gone. */

const { parent, own } = workerData as { readonly parent: number; readonly own: number };
const LOOK_MS = 1000;

setInterval(() => {
  if (process.ppid !== parent) process.kill(own, 'SIGKILL');
}, LOOK_MS);
