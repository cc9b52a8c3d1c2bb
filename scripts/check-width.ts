/**
 * Fails if a comment in code or a line of Markdown prose is wider than 100 characters. Biome wraps
 * code, but neither comments nor Markdown. Tables, headings, fenced blocks and lines that cannot be
 * wrapped (a long address) may be wider.
 */
import { readFileSync } from 'node:fs';
import { sourceFiles } from './source-files.ts';

const WIDTH = 100;
const CODE = /\.(css|mjs|ts|tsx)$/;
const COMMENT = /^\s*(\/\/(?! biome-ignore)|\/?\*)/;
const FENCE = /^\s*```/;

/** Whether a line has a space at which it can be wrapped, after its indent and its marker. */
function canBreak(line: string): boolean {
  const text = line.replace(/^\s*(\/\/|\/?\*+|[-*>]|\d+\.)?\s*/, '');
  const start = line.length - text.length;
  const space = text.indexOf(' ');
  return space >= 0 && start + space <= WIDTH;
}

/** The numbers of the lines that are too wide, counted from 1. */
function tooWide(path: string, text: string): number[] {
  const isMarkdown = path.endsWith('.md');
  let fenced = false;
  return text.split('\n').flatMap((line, index) => {
    if (isMarkdown && FENCE.test(line)) fenced = !fenced;
    const isProse = isMarkdown ? !fenced && !/^(\||#|!\[)/.test(line) : COMMENT.test(line);
    return isProse && [...line].length > WIDTH && canBreak(line) ? [index + 1] : [];
  });
}

const complaints = sourceFiles()
  .filter((path) => CODE.test(path) || path.endsWith('.md'))
  .flatMap((path) =>
    tooWide(path, readFileSync(path, 'utf8')).map((line) => `${path}:${line}: wider than 100`),
  );
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
