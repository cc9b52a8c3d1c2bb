import { mediaJob, uploads } from '@bonisa/contract/studio/media.calls';
import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';
import { describe, expect, it } from 'vitest';
import { createFindUpload } from './find-upload.ts';

const upload = (id: string, jobId: string | null, changes: object = {}) => {
  return { id, reference: 'import:0', size: 20, offset: 20, job_id: jobId, ...changes };
};
const refusal = (status: number, code: string) =>
  new StudioCallError(status, { code, description: code } as never);

/** Finds the film among uploads; `jobs`: the state of each job, or how the call is refused. */
const find = (data: object[], jobs: Record<string, string | Error> = {}) => {
  const call = async (asked: object, input?: { readonly params: { readonly id: string } }) => {
    if (asked === uploads) return { data };
    expect(asked).toBe(mediaJob);
    const job = jobs[input?.params.id ?? ''];
    if (typeof job !== 'string') throw job ?? refusal(404, 'not_found');
    return { state: job };
  };
  return createFindUpload(call as unknown as StudioClient)('import:0', 20);
};

describe('the upload of a film that goes on', () => {
  it('is the one with the same content, on its way or arrived', async () => {
    const other = [upload('a', null, { size: 21 }), upload('b', null, { reference: null })];
    expect(await find(other)).toBeUndefined();
    expect(await find([...other, upload('c', null, { offset: 7 })])).toEqual({
      ...{ id: 'c', offset: 7, jobId: null },
    });
    const arrived = await find([upload('d', 'job')], { job: 'done' });
    expect(arrived).toEqual({ id: 'd', offset: 20, jobId: 'job' });
  });

  it('is none where the film could not be packaged or was removed: it is sent again', async () => {
    const data = [upload('a', 'removed'), upload('b', 'broken')];
    expect(await find(data, { broken: 'failed' })).toBeUndefined();
    expect(await find([...data, upload('c', null)], { broken: 'failed' })).toMatchObject({
      id: 'c',
    });
  });

  it('is not guessed where the studio refuses to say', async () => {
    const away = refusal(503, 'unavailable');
    await expect(find([upload('a', 'job')], { job: away })).rejects.toBe(away);
  });
});
