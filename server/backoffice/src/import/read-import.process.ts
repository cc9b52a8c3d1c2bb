/** A process of its own that reads one file or feed of an import. */
import { readFile, writeFile } from 'node:fs/promises';
import { serveChildJob } from '@bonisa/kit/processes/child-job';
import { importAnswer } from './import-answer.ts';
import type { ReadTask } from './read-import.ts';
import { xmltvAnswer } from './xmltv.ts';

serveChildJob<ReadTask, null>(async ({ input, output, options }) => {
  const bytes = await readFile(input);
  const answer =
    'xmltv' in options
      ? xmltvAnswer(bytes.toString('utf8'), options.xmltv)
      : importAnswer(bytes, options);
  await writeFile(output, JSON.stringify(answer));
  return null;
});
