import { expect, it } from 'vitest';
import { countUntouched } from './untouched.ts';

it('counts episodes in a row without a touch, and begins anew at each', () => {
  const page = new EventTarget();
  const untouched = countUntouched(page);
  expect([untouched.ended(), untouched.ended(), untouched.ended()]).toEqual([1, 2, 3]);
  page.dispatchEvent(new Event('pointerdown'));
  expect(untouched.ended()).toBe(1);
  page.dispatchEvent(new Event('keydown'));
  expect(untouched.ended()).toBe(1);
  untouched.touched();
  expect(untouched.ended()).toBe(1);
});
