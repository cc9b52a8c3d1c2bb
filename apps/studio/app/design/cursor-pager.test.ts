import { expect, it } from 'vitest';
import { cursorsOf } from './cursor-pager.tsx';

it('another list begins at its first page, also where the browser led back to it', () => {
  const opened = { list: 'refused', cursors: ['40', '12'] };
  expect(cursorsOf(opened, 'refused')).toEqual(['40', '12']);
  expect(cursorsOf(opened, 'waiting')).toEqual([]);
});
