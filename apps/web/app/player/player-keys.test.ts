import { describe, expect, it } from 'vitest';
import { keyAction } from './player-keys.ts';

const key = (name: string, more = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe('the keys of the player', () => {
  it('are the usual ones', () => {
    expect(
      [' ', 'k', 'ArrowLeft', 'ArrowRight', 'm', 'F', 'c', 'x'].map((name) =>
        keyAction(key(name), false),
      ),
    ).toEqual(['toggle', 'toggle', 'back', 'on', 'mute', 'full-screen', 'captions', undefined]);
  });
  it('leave the browser its own, and a button its space bar', () => {
    expect(keyAction(key('f', { ctrlKey: true }), false)).toBeUndefined();
    expect(keyAction(key('c', { metaKey: true }), false)).toBeUndefined();
    expect(keyAction(key(' '), true)).toBeUndefined();
  });
});
