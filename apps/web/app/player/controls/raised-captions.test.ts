import { expect, it } from 'vitest';
import { isHigh, raise } from './raised-captions.ts';

type Cue = Parameters<typeof raise>[0];

it('puts the lower edge of a caption on the bar, never its head above the picture, and back', () => {
  const cue: Cue = { line: 'auto', snapToLines: true };
  raise(cue, 0.25, 0.125);
  expect(cue).toEqual({ line: 62.5, snapToLines: false });
  raise(cue, 0.25, 1);
  expect(cue.line).toBe(0);
  raise(cue, 0, 0.125);
  expect(cue).toEqual({ line: 'auto', snapToLines: true });
});

it('moves a caption whose file places it under the bar, and no other that has a place', () => {
  const cues: Cue[] = [
    { line: 80, snapToLines: false },
    { line: 50, snapToLines: false },
    { line: -1, snapToLines: true },
    { line: 0, snapToLines: true },
  ];
  for (const cue of cues) raise(cue, 0.25, 0.125);
  expect(cues.map(({ line }) => line)).toEqual([62.5, 50, 62.5, 0]);
  expect(cues.map(isHigh)).toEqual([false, false, false, true]);
});
