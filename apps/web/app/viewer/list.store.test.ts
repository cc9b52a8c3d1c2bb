import { CallError, type Client } from '@bonisa/contract/client';
import { describe, expect, it } from 'vitest';
import type { SignedInViewer, ViewerState } from '../browser/viewer.ts';
import { createListStore } from './list.store.ts';
import { fieldsOf, type Reference } from './reference.ts';

const MEMBER: SignedInViewer = {
  signed_in: true,
  user_id: '7',
  msisdn: '27820000000',
  entitled: true,
  subscription: null,
  list: ['video:1'],
  resume: [],
};

const show: Reference = { kind: 'show', id: 3, slug: 'isibane' };
const video: Reference = { kind: 'video', id: 1, slug: 'braai' };

/** A list store whose calls the test answers. */
function listing(viewer: ViewerState = { state: 'known', viewer: MEMBER }) {
  let state = viewer;
  const asked: { name: string; body: unknown; answer(): void; fail(error: Error): void }[] = [];
  const store = createListStore({
    call: ((name: string, body: unknown) =>
      new Promise<unknown>((answer, fail) => {
        asked.push({ name, body, answer: () => answer({ data: { status: true } }), fail });
      })) as Client,
    viewer: {
      state: () => state,
      change: (change) => {
        if (state.state === 'known' && state.viewer.signed_in)
          state = { state: 'known', viewer: change(state.viewer) };
      },
    },
  });
  return { store, asked, state: () => state };
}

const tick = () => new Promise((resolve) => setTimeout(resolve));

// F9 A5
describe('the list store', () => {
  it("returns the viewer call's marks, and none before the viewer is known", () => {
    const { store } = listing();
    expect([video, show].map((one) => store.mark(one))).toEqual(['on', 'off']);
    expect(listing({ state: 'waiting' }).store.mark(video)).toBe('waiting');
    expect(listing({ state: 'known', viewer: { signed_in: false } }).store.mark(video)).toBe(
      'visitor',
    );
  });

  it('shows a change at once and keeps it when the server confirms it', async () => {
    const { store, asked, state } = listing();
    const done = store.put(show, true);
    expect(store.mark(show)).toBe('on');
    await tick();
    expect(asked).toMatchObject([{ name: 'addToList', body: { show: 'isibane' } }]);
    asked[0]?.answer();
    expect(await done).toBe('done');
    expect(store.mark(show)).toBe('on');
    expect(state()).toMatchObject({ viewer: { list: ['show:3', 'video:1'] } });
  });

  it("reverts a change that the server refuses, with the server's description", async () => {
    const { store, asked } = listing();
    const done = store.put(video, false);
    expect(store.mark(video)).toBe('off');
    await tick();
    asked[0]?.fail(new CallError(409, { code: 'conflict', description: 'Your list is full.' }));
    expect(await done).toEqual({ refused: 'Your list is full.' });
    expect(store.mark(video)).toBe('on');
  });

  it('reports that the viewer is signed out', async () => {
    const { store, asked } = listing();
    const done = store.put(show, true);
    await tick();
    asked[0]?.fail(new CallError(401, undefined));
    expect(await done).toBe('not_signed_in');
    expect(store.mark(show)).toBe('off');
  });

  it('sends quick presses one after the other, and of those between only the last', async () => {
    const { store, asked } = listing();
    const outcomes = [
      store.put(show, true),
      store.put(show, false),
      store.put(show, true),
      store.put(show, false),
    ];
    expect(store.mark(show)).toBe('off');
    await tick();
    asked[0]?.answer();
    expect(await Promise.all(outcomes)).toEqual(['replaced', 'replaced', 'replaced', 'done']);
    expect(asked.map(({ name }) => name)).toEqual(['removeFromList']);
    expect(store.mark(show)).toBe('off');
  });

  // A4 A5
  it('names each kind of entity with the field of the calls', () => {
    const of = (kind: Reference['kind']) => fieldsOf({ kind, id: 5, slug: 'a-slug' });
    expect((['video', 'show', 'episode', 'channel', 'category'] as const).map(of)).toEqual([
      { video_id: 5 },
      { show: 'a-slug' },
      { episode_id: 5 },
      { channel_id: 5 },
      { category_id: 5 },
    ]);
  });
});
