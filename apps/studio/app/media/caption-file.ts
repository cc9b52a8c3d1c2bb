/**
 * The text of a file of captions. Programs write them as UTF-8, as UTF-16 with a mark, and old ones
 * as Windows-1252, in which no text fails to decode: so that is tried last.
 */
export function captionText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const IN_NAME = /[._-]([a-z]{2,3}(?:-[a-z]{2,4})?)\.[a-z0-9]+$/i;

/** The language that a file's name tells, as in `the-lamp.zu.vtt`. */
export function languageInName(name: string): string | undefined {
  return IN_NAME.exec(name)?.[1];
}
