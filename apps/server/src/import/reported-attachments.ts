import type { ImportReporter } from '@bonisa/contract/studio/import-report';
import type { ImportProblem } from '@bonisa/contract/studio/import-run';
import { ImportError } from './import-row.ts';
import {
  type AttachmentsOptions,
  type AttachmentsSummary,
  runAttachments,
} from './run-attachments.ts';

/** An import that says nothing for fifteen minutes is called broken off; a film may take longer. */
const EVERY_MS = 60_000;
/** What the command says names files of its machine, which the list must not hold. */
const REFUSED = {
  place: 'files',
  field: '',
  problem: 'a file was refused; the command says which',
};

/**
 * Sends the files of an import, and ends it in the list of imports: `done` with the last file, or
 * `stopped` where files were refused. After any other error the list calls it broken off.
 */
export async function runReportedAttachments(
  {
    leftOut = [],
    unread = [],
    ...options
  }: AttachmentsOptions & {
    /** What of the source was refused before, and is a part of the report. */
    readonly leftOut?: readonly ImportProblem[];
    /** What of the source is not read. */
    readonly unread?: readonly string[];
  },
  reporter: Pick<ImportReporter, 'goesOn' | 'end'>,
  everyMs = EVERY_MS,
): Promise<AttachmentsSummary> {
  const { show = () => undefined } = options;
  let telling: Promise<unknown> = Promise.resolve();
  const tell = (): void => {
    telling = telling
      .then(() => reporter.goesOn())
      // The files matter more than the list, and the last report must arrive anyway.
      .catch((error: unknown) => show(`the list of imports was not told: ${String(error)}`));
  };
  const timer = setInterval(tell, everyMs);
  const sent = await runAttachments(options).catch((error: unknown) => error as Error);
  clearInterval(timer);
  await telling;
  if (sent instanceof Error) {
    if (sent instanceof ImportError) await reporter.end('stopped', [...leftOut, REFUSED], unread);
    throw sent;
  }
  await reporter.end('done', leftOut, [...unread, ...sent.leftOut]);
  return sent;
}
