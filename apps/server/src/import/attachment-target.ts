import type { Attachment } from './attachments.ts';

/** What became of a file that an import brings. */
export type Attached = 'given' | 'unchanged';

/** Where the files of an import go. */
export interface AttachmentTarget {
  picture(attachment: Extract<Attachment, { what: 'picture' }>, bytes: Buffer): Promise<Attached>;
  /** Sends a film; goes on with one that was interrupted. */
  film(
    attachment: Extract<Attachment, { what: 'film' }>,
    show: (share: number) => void,
  ): Promise<Attached>;
  captions(attachment: Extract<Attachment, { what: 'captions' }>, text: string): Promise<Attached>;
}
