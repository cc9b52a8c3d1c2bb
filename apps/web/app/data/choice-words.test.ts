import type { DataChoice } from '@bonisa/domain/playback/data-choice';
import { expect, it } from 'vitest';
import { CHOICES_OFFERED, isAsAbove } from './choice-words.ts';

it.each<[string, Record<DataChoice, number>, DataChoice[]]>([
  ['of a title in 480p', { audio: 0.2, saver: 1, standard: 2, best: 2 }, ['best']],
  ['of a title in 240p', { audio: 0.2, saver: 1, standard: 1, best: 1 }, ['standard', 'best']],
  ['of a sharp title', { audio: 0.2, saver: 1, standard: 2, best: 4 }, []],
])('names the choices %s that change nothing', (_, costs, same) => {
  expect(CHOICES_OFFERED.filter((one) => isAsAbove(one, (other) => costs[other]))).toEqual(same);
});
