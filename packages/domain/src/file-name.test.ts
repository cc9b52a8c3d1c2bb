import { expect, it } from 'vitest';
import { fileNameOf } from './file-name.ts';

it.each([
  ['Karoo Play', 'karoo-play'],
  ['  TV+ "Ša" / 2 ', 'tv-sa-2'],
  ['???', 'service'],
])('makes a name into a part of file names: %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});
