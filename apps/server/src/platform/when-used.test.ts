import { expect, it, vi } from 'vitest';
import { whenUsed } from './when-used.ts';

it('is made once, when it is looked into, and is then what was made', () => {
  const make = vi.fn(() => ({ one: () => 1, two: 2 }));
  const lazy = whenUsed(make);
  expect(make).not.toHaveBeenCalled();
  expect(lazy.one()).toBe(1);
  expect({ ...lazy, three: 3 }).toEqual({ one: expect.any(Function), two: 2, three: 3 });
  expect('two' in lazy).toBe(true);
  expect(() => {
    lazy.two = 3;
  }).toThrow(TypeError);
  expect(lazy.two).toBe(2);
  expect(make).toHaveBeenCalledOnce();
});

it('fails where making it fails, each time', () => {
  const lazy = whenUsed((): { readonly one: number } => {
    throw new Error('not yet');
  });
  expect(() => lazy.one).toThrow('not yet');
  expect(() => lazy.one).toThrow('not yet');
});
