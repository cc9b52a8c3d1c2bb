import { isFaultOfFilm } from '@bonisa/media/ingest/transient-failures';
import { ImportError } from './import-row.ts';

/** What a title has of a film, as far as an import must know it. */
export interface FilmMedia {
  readonly id: string;
  readonly reference: string | null;
  readonly state: 'processing' | 'ready' | 'failed';
}

export interface TitleFilms {
  /** What plays, and what takes over. */
  readonly asset: FilmMedia | null | undefined;
  readonly next: FilmMedia | null | undefined;
  /** Why the newest job of `next`, or else of `asset`, failed. */
  readonly error:
    | { readonly code: string | null; readonly description: string | null }
    | null
    | undefined;
}

/**
 * Whether a title has the film of this name. One whose packaging was broken off counts as missing,
 * so that the next import sends it again. Throws an ImportError for a film that cannot be packaged:
 * to send the same bytes every night would change nothing.
 */
export function hasFilm({ asset, next, error }: TitleFilms, reference: string): boolean {
  const found = [next, asset].find((one) => one?.reference === reference);
  if (!found) return false;
  // The failed film is replaced already.
  if (found.state !== 'failed' || (next && found !== next)) return true;
  if (isFaultOfFilm(error?.code))
    throw new ImportError(`could not be packaged: ${error?.description ?? error?.code}`);
  return false;
}
