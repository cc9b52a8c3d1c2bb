import { readLanguage } from '@bonisa/domain/language-word';
import { readText } from '@bonisa/domain/text-encoding';

/** The text of a file of captions. Throws an error that says why it cannot be read. */
export function captionText(bytes: ArrayBuffer, name: string): string {
  const read = readText(new Uint8Array(bytes), 'table');
  if ('problem' in read) throw new Error(`${name} ${read.problem}.`);
  return read.text;
}

/** The language that a file's name tells, as in `the-lamp.zu.sdh.vtt` or `Lamp (English).srt`. */
export function languageInName(name: string): string | undefined {
  const parts = name.split(/[._()[\]\s]+|-(?![A-Za-z]{2}\b)/).slice(1, -1);
  return parts.toReversed().map(readLanguage).find(Boolean);
}
