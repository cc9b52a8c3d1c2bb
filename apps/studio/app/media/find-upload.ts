import { mediaJob, uploads } from '@bonisa/contract/studio/media.calls';
import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';
import type { UploadCalls } from './film-uploads.ts';

/** Finds the upload of a film that may go on, or that has arrived and becomes a film. */
export function createFindUpload(call: StudioClient): UploadCalls['find'] {
  return async (reference, size) => {
    const { data } = await call(uploads);
    const own = data.filter((one) => one.reference === reference && one.size === size);
    for (const { id, offset, job_id: jobId } of own)
      if (jobId === null || !(await isLost(jobId, call))) return { id, offset, jobId };
    return undefined;
  };
}

/** A film that could not be packaged, or that was removed with its job, is sent again. */
async function isLost(jobId: string, call: StudioClient): Promise<boolean> {
  try {
    return (await call(mediaJob, { params: { id: jobId } })).state === 'failed';
  } catch (error) {
    if (error instanceof StudioCallError && error.code === 'not_found') return true;
    throw error;
  }
}
