import { describe, expect, it } from 'vitest';
import { keyAction } from './player-keys.ts';

const key = (name: string, more = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});

describe("the player's keys", () => {
  it('are the usual ones', () => {
    expect(
      [' ', 'k', 'ArrowLeft', 'ArrowRight', 'm', 'F', 'c', 'x'].map((name) =>
        keyAction(key(name), false),
      ),
    ).toEqual(['toggle', 'toggle', 'back', 'on', 'mute', 'full-screen', 'captions', undefined]);
  });
  it("exclude the browser's own keys, and the space bar on a button", () => {
    expect(keyAction(key('f', { ctrlKey: true }), false)).toBeUndefined();
    expect(keyAction(key('c', { metaKey: true }), false)).toBeUndefined();
    expect(keyAction(key(' '), true)).toBeUndefined();
  });
});
