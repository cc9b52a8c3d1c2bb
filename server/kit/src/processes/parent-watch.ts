import { Worker } from 'node:worker_threads';

/**
 * Ends this process when its parent is gone, from a thread of its own: native code of an encoder
 * may hold the main thread for ever, and then nobody would read that a pipe or a channel is closed.
 * Call it first. The thread keeps no process alive. Returns it.
 */
export function endWithParent(): Worker {
  const worker = new Worker(new URL('./parent-watch.worker.ts', import.meta.url), {
    workerData: { parent: process.ppid, own: process.pid },
    execArgv: [],
  });
  worker.unref();
  return worker;
}
