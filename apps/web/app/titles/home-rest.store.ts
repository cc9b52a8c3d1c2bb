import { logQuietly } from '../browser/log-quietly.ts';
import type { HomeRest } from './home-rows.ts';

/** Where `routes/home-rest.route.ts` answers. */
export const HOME_REST = '/home-rest.json';

type Fetch = (
  address: string,
  init: RequestInit,
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

/** The rest of home's rows, asked for once while a document lives. */
export interface HomeRestStore {
  /** What has come; `undefined` until then. */
  current(): HomeRest | undefined;
  listen(listener: () => void): () => void;
  /**
   * Asks for it where nobody has. Done when it is there, or when it could not be had: the next one
   * who asks tries again.
   */
  ask(): Promise<void>;
}

export function createHomeRestStore(fetchFrom: Fetch): HomeRestStore {
  const listeners = new Set<() => void>();
  let rest: HomeRest | undefined;
  let asking: Promise<void> | undefined;

  async function fetchRest(): Promise<void> {
    try {
      const answer = await fetchFrom(HOME_REST, { priority: 'low' });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      rest = (await answer.json()) as HomeRest;
      for (const listener of listeners) listener();
    } catch (error) {
      asking = undefined;
      logQuietly('the rest of the rows could not be fetched', error);
    }
  }

  return {
    current: () => rest,
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ask() {
      asking ??= fetchRest();
      return asking;
    },
  };
}

export const homeRest = createHomeRestStore((address, init) => fetch(address, init));
