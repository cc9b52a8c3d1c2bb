import { CallError } from '@bonisa/contract/client';
import { DEFAULT_LANGUAGE } from '@bonisa/domain/languages';
import { language } from '../words/find-text.ts';

/** Whether the server's own sentences, which are in English, are the viewer's language. */
export function readsServer(): boolean {
  return language() === DEFAULT_LANGUAGE;
}

/**
 * The words for a failed call: in English the server's description (row X3), in other languages
 * those of its code. Undefined where the answer could not be read.
 */
export async function problemOf(error: unknown): Promise<string | undefined> {
  if (!(error instanceof CallError) || !error.body) return undefined;
  const { code, description, reason, retry_after: retryAfter } = error.body;
  if (readsServer()) return description;
  const words = await problemWords();
  const own = reason ? words?.ofOutcome(reason) : words?.ofCode(code, retryAfter);
  return own ?? description;
}

/** Only a viewer of another language who meets a problem loads the words. */
export async function problemWords(): Promise<typeof import('./problem-words.ts') | undefined> {
  try {
    return await import('./problem-words.ts');
  } catch {
    // Without a connection the server's sentence says more than nothing.
    return undefined;
  }
}
