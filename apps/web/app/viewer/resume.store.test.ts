import { CallError, type Client } from '@bonisa/contract/client';
import { describe, expect, it } from 'vitest';
import type { SignedInViewer, ViewerState } from '../browser/viewer.ts';
import { createBrowserStorage, type StorageArea } from '../storage/browser-storage.ts';
import { STORED_ITEMS } from '../storage/stored-items.ts';
import { createPositions } from './positions.ts';
import { createResumeStore, remainingCost } from './resume.store.ts';

const DAY = 86_400_000;
const START = 1_800_000_000_000;

function area(): StorageArea {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** A separate browser with a server that answers or refuses. */
function watching(resume: SignedInViewer['resume'] | 'visitor' = []) {
  let now = START;
  let refusal: CallError | undefined;
  let state: ViewerState = {
    state: 'known',
    viewer:
      resume === 'visitor'
        ? { signed_in: false }
        : {
            signed_in: true,
            user_id: '7',
            msisdn: '27820000000',
            entitled: true,
            subscription: null,
            list: [],
            resume,
          },
  };
  const kept = area();
  const ownStorage = createBrowserStorage(
    () => kept,
    () => now,
  );
  const positions = createPositions(ownStorage, () => now);
  const asked: { name: string; body: unknown }[] = [];
  const logged: string[] = [];
  const store = createResumeStore({
    call: (async (name: string, body: unknown) => {
      asked.push({ name, body });
      if (refusal) throw refusal;
      return {};
    }) as Client,
    viewer: {
      state: () => state,
      change: (change) => {
        if (state.state === 'known' && state.viewer.signed_in)
          state = { state: 'known', viewer: change(state.viewer) };
      },
    },
    positions,
    now: () => now,
    log: (what) => logged.push(what),
  });
  return {
    store,
    positions,
    storage: ownStorage,
    asked,
    logged,
    pass: (ms: number) => {
      now += ms;
    },
    refuse: (error: CallError | undefined) => {
      refusal = error;
    },
    signOut: () => {
      state = { state: 'known', viewer: { signed_in: false } };
    },
    signIn: (entries: SignedInViewer['resume'] = [], userId = '7') => {
      state = {
        state: 'known',
        viewer: {
          signed_in: true,
          user_id: userId,
          msisdn: '27820000000',
          entitled: true,
          subscription: null,
          list: [],
          resume: entries,
        },
      };
    },
  };
}

const tick = () => new Promise((resolve) => setTimeout(resolve));
const film = { kind: 'video', id: 1, durationSeconds: 100, show: null } as const;
const episode = (id: number) =>
  ({ kind: 'episode', id, durationSeconds: 100, show: 'isibane' }) as const;

// F10 E11 B2
describe('resume positions', () => {
  it('are stored here in whole seconds, one per item, and sent to the server now and then', async () => {
    const { store, storage, asked, pass } = watching();
    store.record(film, 10.7, 'pass');
    pass(10_000);
    store.record(film, 20.2, 'pass');
    await tick();
    expect(storage.read(STORED_ITEMS.videoPositions)).toMatchObject([{ id: 1, time: 20 }]);
    expect(asked).toEqual([
      {
        name: 'putResume',
        body: { positions: [{ video_id: 1, time: 10, at: new Date(START).toISOString() }] },
      },
    ]);
    pass(20_000);
    store.record(film, 40, 'pass');
    expect(asked).toHaveLength(2);
    pass(1_000);
    store.record(film, 41, 'leave');
    expect(asked).toHaveLength(3);
    expect(store.find(film, 100)).toEqual({ kind: 'video', id: 1, time: 41, duration: 100 });
  });

  it('tells the server of an episode that was seen from nothing, and shows the next one', () => {
    const { store, asked } = watching();
    const seen = { kind: 'episode', id: 2, durationSeconds: 100, show: 'umuzi' } as const;
    const next = { id: 3, durationSeconds: 200 };
    store.record({ ...seen, creditsAt: 80, isOver: true, next }, 80, 'leave');
    expect(asked).toMatchObject([{ body: { positions: [{ episode_id: 2, time: 80 }] } }]);
    expect(store.findInShow('umuzi')).toMatchObject({ id: 3, time: 0, duration: 200 });
  });

  it('are removed under 5 % and over 95 % of the duration', async () => {
    const { store, storage, asked } = watching();
    store.record(film, 3, 'leave');
    expect(asked).toEqual([]);
    store.record(film, 50, 'leave');
    await tick();
    store.record(film, 97, 'leave');
    expect(store.find(film, 100)).toBeUndefined();
    await tick();
    expect(asked.at(-1)?.body).toMatchObject({ positions: [{ video_id: 1, time: 97 }] });
    expect(storage.read(STORED_ITEMS.videoPositions)).toBeUndefined();
  });

  it('have one entry for a show: the latest watched episode', async () => {
    const { store } = watching();
    store.record(episode(5), 30, 'leave');
    store.record(episode(6), 40, 'leave');
    expect(store.findInShow('isibane')).toMatchObject({ id: 6, time: 40 });
    await tick();
    expect(store.find(episode(5), 100)).toBeUndefined();
  });

  it('expire after a day, also when others were stored later', () => {
    const { store, pass, positions } = watching('visitor');
    store.record(film, 50, 'leave');
    pass(DAY - 1);
    expect(store.find(film, 100)?.time).toBe(50);
    store.record({ ...film, id: 2 }, 50, 'leave');
    pass(1);
    expect(store.find(film, 100)).toBeUndefined();
    expect(positions.find({ kind: 'video', id: 2 })).toBeDefined();
  });

  it('of a visitor stay here, and are sent to the server once after sign-in', async () => {
    const { store, asked, signIn, pass } = watching('visitor');
    store.record(film, 50, 'leave');
    pass(5_000);
    store.record(episode(5), 60, 'leave');
    expect(asked).toEqual([]);
    expect(await store.sendUnsent()).toBe(false);
    signIn();
    expect(store.find(film, 100)?.time).toBe(50);
    expect(await store.sendUnsent()).toBe(true);
    const at = (ms: number) => new Date(START + ms).toISOString();
    expect(asked).toEqual([
      {
        name: 'putResume',
        body: {
          positions: [
            { video_id: 1, time: 50, at: at(0) },
            { episode_id: 5, time: 60, at: at(5_000) },
          ],
        },
      },
    ]);
    expect(await store.sendUnsent()).toBe(false);
  });

  it('come from the server once it has them, and from here when these are newer', async () => {
    const { store, refuse, signIn, logged } = watching();
    store.record(film, 50, 'leave');
    await tick();
    signIn([{ kind: 'video', id: 1, time: 70, duration: 100, show: null }]);
    expect(store.find(film, 100)?.time).toBe(70);
    refuse(new CallError(0, undefined));
    store.record(film, 80, 'leave');
    await tick();
    signIn([{ kind: 'video', id: 1, time: 70, duration: 100, show: null }]);
    expect(store.find(film, 100)?.time).toBe(80);
    expect(logged).toHaveLength(1);
  });

  it('are sent again after a network failure, but not after a refusal', async () => {
    const { store, asked, refuse } = watching();
    refuse(new CallError(0, undefined));
    store.record(film, 50, 'leave');
    await tick();
    expect(await store.sendUnsent()).toBe(false);
    refuse(new CallError(400, { code: 'invalid_request', description: 'no such video' }));
    expect(await store.sendUnsent()).toBe(true);
    refuse(undefined);
    expect(await store.sendUnsent()).toBe(false);
    expect(asked).toHaveLength(3);
  });

  it('of a viewer who has signed out go to nobody else, and are removed', async () => {
    const { store, asked, refuse, signIn, signOut, storage } = watching();
    refuse(new CallError(401, undefined));
    store.record(film, 50, 'leave');
    await tick();
    refuse(undefined);
    asked.length = 0;
    signOut();
    expect(store.find(film, 100)).toBeUndefined();
    signIn([], '8');
    expect(store.find(film, 100)).toBeUndefined();
    expect(await store.sendUnsent()).toBe(false);
    expect(asked).toEqual([]);
    expect(storage.read(STORED_ITEMS.videoPositions)).toBeUndefined();
  });

  it('of the viewer are sent where another has watched here too, and remain after that', async () => {
    const { store, asked, refuse, signIn, positions } = watching();
    refuse(new CallError(0, undefined));
    store.record(film, 50, 'leave');
    signIn([], '8');
    store.record({ ...film, id: 2 }, 60, 'leave');
    await tick();
    refuse(undefined);
    asked.length = 0;
    expect(await store.sendUnsent()).toBe(true);
    expect(asked).toMatchObject([{ body: { positions: [{ video_id: 2, time: 60 }] } }]);
    expect(positions.find({ kind: 'video', id: 1 })).toBeUndefined();
    expect(positions.find({ kind: 'video', id: 2 })).toMatchObject({ sent: true, owner: '8' });
  });

  it('of a visitor belong to the viewer who then signs in, and not to the next one', async () => {
    const { store, signIn, positions, signOut } = watching('visitor');
    store.record(film, 50, 'leave');
    await store.sendUnsent();
    expect(store.find(film, 100)?.time).toBe(50);
    signIn();
    await store.sendUnsent();
    expect(positions.find(film)).toMatchObject({ sent: true, owner: '7' });
    signOut();
    await store.sendUnsent();
    expect(positions.find(film)).toBeUndefined();
  });

  it('can be removed, and return when the server does not remove them', async () => {
    const { store, asked, refuse } = watching([
      { kind: 'episode', id: 5, time: 30, duration: 100, show: 'isibane' },
      { kind: 'video', id: 1, time: 30, duration: 100, show: null },
    ]);
    expect(await store.forget({ kind: 'episode', id: 5, show: 'isibane' })).toBe(true);
    expect(asked).toEqual([{ name: 'removeResume', body: { episode_id: 5 } }]);
    expect(store.findInShow('isibane')).toBeUndefined();
    refuse(new CallError(500, undefined));
    expect(await store.forget({ kind: 'video', id: 1, show: null })).toBe(false);
    expect(store.find(film, 100)?.time).toBe(30);
  });
});

describe('the data cost of the rest', () => {
  it('is its share of the whole, rounded up', () => {
    expect(remainingCost({ time: 50, duration: 100 }, 38)).toBe('19\u00a0MB');
    expect(remainingCost({ time: 90, duration: 100 }, 38)).toBe('3.80\u00a0MB');
    expect(remainingCost({ time: 33, duration: 100 }, 1.4)).toBe('0.94\u00a0MB');
  });
});
