import { logQuietly } from '../browser/log-quietly.ts';
import type { HomeRest } from './home-rows.ts';

/** The address of `routes/home-rest.route.ts`. */
export const HOME_REST = '/home-rest.json';

type Fetch = (
  address: string,
  init: RequestInit,
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

/** The rest of home's rows, requested once per document. */
export interface HomeRestStore {
  /** The loaded rest; `undefined` until then. */
  current(): HomeRest | undefined;
  listen(listener: () => void): () => void;
  /**
   * Requests the rest if no caller has. Resolves when it has loaded or failed; after a failure the
   * next call tries again.
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
