// Reads what the comment at the head of a program says of it.
import { readFileSync } from 'node:fs';

/** The comment's text without its marks; empty where the file has none. */
export function headComment(file) {
  const text = readFileSync(file, 'utf8');
  const lines = text.match(/^(?:\/\/.*\n)+/)?.[0].replaceAll(/^\/\/ ?/gm, '');
  const block = text.match(/\/\*\*([\s\S]*?)\*\//)?.[1].replaceAll(/^ *\* ?/gm, '');
  return (lines ?? block ?? '').trim();
}
