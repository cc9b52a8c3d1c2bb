import { expect, it, vi } from 'vitest';
import { lazy } from './lazy.ts';

it('creates the object once, at its first use, and behaves like it', () => {
  const make = vi.fn(() => ({ one: () => 1, two: 2 }));
  const value = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect(value.one()).toBe(1);
  expect({ ...value, three: 3 }).toEqual({ one: expect.any(Function), two: 2, three: 3 });
  expect('two' in value).toBe(true);
  expect(() => {
    value.two = 3;
  }).toThrow(TypeError);
  expect(value.two).toBe(2);
  expect(make).toHaveBeenCalledOnce();
});

it('throws the error of its creation at each use', () => {
  const value = lazy((): { readonly one: number } => {
    throw new Error('not yet');
  });
  expect(() => value.one).toThrow('not yet');
  expect(() => value.one).toThrow('not yet');
});
