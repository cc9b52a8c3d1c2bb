import {
  attachMedia,
  createUpload,
  removeUpload,
  uploadState,
} from '@bonisa/contract/studio/media.calls';
import { me } from '@bonisa/contract/studio/staff.calls';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { studio } from '../calls/studio.ts';
import { createFilmUploads, type UploadCalls } from './film-uploads.ts';
import { createFindUpload } from './find-upload.ts';
import { createSendFilm } from './send-film.ts';

const TUS = { 'tus-resumable': '1.0.0' } as const;
const LONGEST_NAME = 200;

const calls: UploadCalls = {
  find: createFindUpload(studio.call),

  async begin({ fileName, size, reference }) {
    const headers = {
      ...TUS,
      'upload-length': `${size}`,
      'upload-metadata': metadataOf({ filename: fileName.slice(-LONGEST_NAME), reference }),
    };
    const answer = await studio.send(createUpload, undefined, { headers });
    const id = answer.headers.get('location')?.split('/').at(-1);
    if (!id) throw new Error('The studio did not say where the film goes.');
    return id;
  },

  jobOf: async (id) => (await studio.call(uploadState, { params: { id } })).job_id,

  async signIn() {
    // The guard of the call asks the person; the token of the new session comes with it.
    await studio.call(me);
    await studio.whoAmI();
  },

  async remove(id) {
    await studio.send(removeUpload, { params: { id } }, { headers: TUS });
  },

  async attach({ kind, key }, jobId, seen) {
    const body = { key, job_id: jobId, ...(seen ? { seen } : {}) };
    await studio.call(attachMedia, { params: { kind }, body });
  },

  isConflict: (error) =>
    error instanceof StudioCallError &&
    error.code === 'conflict' &&
    error.fields.some(({ field }) => field === 'seen'),
};

/** `Upload-Metadata` of tus: names with their values in base64. */
function metadataOf(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(
      ([name, value]) => `${name} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`,
    )
    .join(',');
}

/** The uploads of this page. */
export const pageUploads = createFilmUploads({
  calls,
  send: createSendFilm(studio.csrfToken),
  storage: window.localStorage,
  now: () => performance.now(),
});

window.addEventListener('beforeunload', (event) => {
  if (pageUploads.isBusy()) event.preventDefault();
});
