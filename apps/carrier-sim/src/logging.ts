/**
 * Nine digits or more in a row may be a number (with or without its country code); none is ever
 * logged.
 */
const NUMBER = /\d{9,}/g;

/** An error as a log line may show it. */
export function loggedError(error: Error): { type: string; message: string; stack: string } {
  return { type: error.name, message: masked(error.message), stack: masked(error.stack ?? '') };
}

function masked(text: string): string {
  return text.replaceAll(NUMBER, '[number]');
}
