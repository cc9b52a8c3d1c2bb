/**
 * Nine or more digits in a row may be a phone number (with or without country code), and no number
 * is ever logged.
 */
const NUMBER = /\d{9,}/g;

/** An error without phone numbers, for a log line. */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: masked(error.message), stack: masked(error.stack ?? '') };
}

function masked(text: string): string {
  return text.replaceAll(NUMBER, '[number]');
}
