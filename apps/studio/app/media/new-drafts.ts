import { putCaptions } from '@bonisa/contract/studio/captions.calls';
import { catalogueSaveEntry } from '@bonisa/contract/studio/editing.calls';
import { StudioCallError, type StudioClient } from '@bonisa/contract/studio/studio-client';
import { NO_VERSION } from '../catalogue/new-key.ts';
import { captionText } from './caption-file.ts';
import type { DroppedFilm } from './dropped-films.ts';

/** Makes drafts of films: what their names say is saved, the rest is written afterwards. */

/** What a new video gets that no file says. */
export interface NewVideo {
  readonly channel: string;
  readonly genre: string;
  readonly ratingAge: string;
}

const MOST_OF_A_NAME = 50;

/** Makes the draft of a film, under another address where its own is taken. Returns its key. */
export async function makeDraft(
  { title, slug, year }: DroppedFilm,
  given: NewVideo,
  { call, now }: { readonly call: StudioClient; readonly now: Date },
): Promise<string> {
  const empty = { synopsis: '', description: '', ratingAdvice: [], languages: ['en'] };
  const fields = { ...empty, ...given, title, year: year ?? now.getFullYear() };
  for (let place = 1; ; place += 1) {
    const own = place === 1 ? slug : `${slug}-${place}`;
    const params = { kind: 'video', key: own } as const;
    const body = { version: NO_VERSION, fields: { ...fields, slug: own } };
    try {
      return (await call(catalogueSaveEntry, { params, body })).key;
    } catch (error) {
      if (!isTaken(error) || place === MOST_OF_A_NAME) throw error;
    }
  }
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof StudioCallError)) return false;
  return error.fields.some(({ field }) => field === 'key' || field === 'slug');
}

/** Gives a draft the captions beside its film. Returns what could not be given, and why. */
export async function giveCaptions(
  key: string,
  captions: DroppedFilm['captions'],
  call: StudioClient,
): Promise<string[]> {
  const refused: string[] = [];
  for (const { file, language, label } of captions)
    try {
      const text = captionText(await file.arrayBuffer(), file.name);
      const body = { key, label, default: false, text };
      await call(putCaptions, { params: { kind: 'video', language }, body });
    } catch (error) {
      refused.push(`${file.name}: ${(error as Error).message}`);
    }
  return refused;
}
