import { type CleanCaptions, cleanCaptions } from '../media/captions/captions.ts';
import { CaptionsError } from '../media/captions/webvtt.ts';
import { ImportError } from './import-row.ts';

/**
 * Captions as the product stores them, to compare them with those that a title has. Throws an
 * ImportError for malformed ones.
 */
export function captionsIn(text: string): CleanCaptions {
  try {
    return cleanCaptions(text);
  } catch (error) {
    if (error instanceof CaptionsError) throw new ImportError(error.message, error);
    throw error;
  }
}
