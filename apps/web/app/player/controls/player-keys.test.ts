import { describe, expect, it } from 'vitest';
import { type KeyPlace, keyAction } from './player-keys.ts';

const key = (name: string, more = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const kinds = (names: readonly string[], place: KeyPlace) =>
  names.map((name) => keyAction(key(name), place)?.kind);

describe("the player's keys", () => {
  it('are the usual ones', () => {
    expect(kinds([' ', 'k', 'm', 'F', 'c', '?', 'x'], 'player')).toEqual([
      'toggle',
      'toggle',
      'mute',
      'full-screen',
      'captions',
      'list',
      undefined,
    ]);
  });

  it('skip ten seconds, go to tenths of the title, and change the volume', () => {
    for (const name of ['j', 'ArrowLeft'])
      expect(keyAction(key(name), 'player')).toEqual({ kind: 'skip', by: -10 });
    for (const name of ['L', 'ArrowRight'])
      expect(keyAction(key(name), 'control')).toEqual({ kind: 'skip', by: 10 });
    expect(keyAction(key('0'), 'player')).toEqual({ kind: 'go-to', by: 0 });
    expect(keyAction(key('9'), 'player')).toEqual({ kind: 'go-to', by: 0.9 });
    expect(keyAction(key('ArrowUp'), 'player')).toEqual({ kind: 'volume', by: 0.1 });
  });

  it('leave the space bar to a button and the arrows to the page', () => {
    expect(keyAction(key(' '), 'control')).toBeUndefined();
    expect(kinds([' ', 'ArrowLeft', 'ArrowDown', 'k'], 'page')).toEqual([
      undefined,
      undefined,
      undefined,
      'toggle',
    ]);
  });

  it('scroll the page up and down where nothing has the focus', () => {
    expect(kinds(['ArrowUp', 'ArrowDown'], 'nowhere')).toEqual([undefined, undefined]);
    expect(kinds([' ', 'k', 'ArrowLeft'], 'nowhere')).toEqual(['toggle', 'toggle', 'skip']);
  });

  it('move the seek bar up and down as every slider', () => {
    expect(keyAction(key('ArrowUp'), 'slider')).toEqual({ kind: 'skip', by: 10 });
    expect(keyAction(key('ArrowDown'), 'slider')).toEqual({ kind: 'skip', by: -10 });
  });

  it("exclude the browser's own keys, and those of a text field or a dialog", () => {
    expect(keyAction(key('f', { ctrlKey: true }), 'player')).toBeUndefined();
    expect(keyAction(key('c', { metaKey: true }), 'player')).toBeUndefined();
    expect(kinds(['k', '5', 'ArrowLeft', ' '], 'field')).toEqual(Array(4).fill(undefined));
  });
});
