import { describe, expect, it } from 'vitest';
import { readCues } from './live-cues.ts';

describe('the cues of a live recording', () => {
  it('are read with their times and all of their lines', () => {
    const vtt =
      'WEBVTT\n\n1\n00:01.500 --> 00:04.000 line:80%\nSanibonani\nnonke\n\n01:00:00.000 --> 01:00:02.000\nBye';
    expect(readCues(vtt)).toEqual([
      { start: 1.5, end: 4, text: 'Sanibonani\nnonke' },
      { start: 3600, end: 3602, text: 'Bye' },
    ]);
  });

  it('leave out notes, styles and cues without words', () => {
    expect(readCues('WEBVTT\n\nNOTE for us\n\n00:01.000 --> 00:02.000\n')).toEqual([]);
  });
});
