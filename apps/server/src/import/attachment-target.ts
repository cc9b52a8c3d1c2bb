import type { Attachment, FilmAtAddress, FilmFile } from './attachments.ts';

/** What became of a file that an import brings. */
export type Attached = 'given' | 'unchanged';

/** Where the files of an import go. */
export interface AttachmentTarget {
  picture(attachment: Extract<Attachment, { what: 'picture' }>, bytes: Buffer): Promise<Attached>;
  /** Sends a film; goes on with one that was interrupted. */
  film(attachment: FilmFile, show: (share: number) => void): Promise<Attached>;
  /** Whether the entry has this very film: then it is not fetched again. */
  hasFilm(attachment: FilmAtAddress): Promise<boolean>;
  /** `vtt`: as the product stores them. */
  captions(attachment: Extract<Attachment, { what: 'captions' }>, vtt: string): Promise<Attached>;
}
