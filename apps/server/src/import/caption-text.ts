import { cleanCaptions } from '../media/captions/captions.ts';
import { CaptionsError } from '../media/captions/webvtt.ts';
import type { Attachment } from './attachments.ts';
import { ImportError } from './import-row.ts';

/**
 * Captions as the product stores them, to compare them with those that a title has. Throws an
 * ImportError for malformed ones.
 */
export function captionText(
  { language, label }: Extract<Attachment, { what: 'captions' }>,
  text: string,
): string {
  try {
    return cleanCaptions([{ language, label, vtt: text }])[0]?.vtt ?? '';
  } catch (error) {
    if (error instanceof CaptionsError) throw new ImportError(error.message, error);
    throw error;
  }
}
