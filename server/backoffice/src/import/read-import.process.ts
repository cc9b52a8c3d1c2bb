/** A process of its own that reads one file or feed of an import. */
import { readFile, writeFile } from 'node:fs/promises';
import { serveChildJob } from '@bonisa/kit/processes/child-job';
import { importAnswer } from './import-answer.ts';
import type { ReadTask } from './read-import.ts';

serveChildJob<ReadTask, null>(async ({ input, output, options }) => {
  await writeFile(output, JSON.stringify(importAnswer(await readFile(input), options)));
  return null;
});
