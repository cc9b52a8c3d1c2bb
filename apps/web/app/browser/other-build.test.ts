// Interfaces 'Start and stop': an open page meets processes of another version.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOfOtherBuild, loadRouteModule } from './other-build.ts';

const matches = [{ route: { id: 'root' } }, { route: { id: 'video' } }];
const routes = {
  root: { module: '/assets/root-aaaaaaaa.js' },
  video: { module: '/assets/af/video.route-b_-bbbbb.js' },
};
const OWN = 'aaaaaaaa.b_-bbbbb';
const here = { pathname: '/', search: '', hash: '' };
const there = { pathname: '/video/isibane', search: '?play=1', hash: '' };
const reload = vi.fn();
const assign = vi.fn();
let navigation: { location?: typeof here };
let loadedBy: string;

beforeEach(() => {
  navigation = {};
  loadedBy = 'navigate';
  vi.stubGlobal('__reactRouterManifest', { routes });
  vi.stubGlobal('__reactRouterDataRouter', {
    state: {
      get navigation() {
        return navigation;
      },
    },
  });
  vi.stubGlobal('location', { ...here, reload, assign });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ type: loadedBy }] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const answer = (version?: string, fetcherKey?: string) =>
  answerOfOtherBuild(
    { headers: new Headers(version === undefined ? {} : { 'x-page-version': version }) },
    { matches, fetcherKey },
  );
/** Whether a promise is open after all that is ready has run. */
async function isOpen(promise: unknown): Promise<boolean> {
  const open = Symbol('open');
  const turn = new Promise((resolve) => setTimeout(resolve, 0, open));
  return (await Promise.race([promise, turn])) === open;
}

describe('data for a page', () => {
  it('are read where the scripts are the same, or nobody says which they are for', () => {
    navigation = { location: there };
    expect(answer(OWN)).toBeUndefined();
    expect(answer()).toBeUndefined();
  });

  it('of other scripts have a navigation load the document of its page', async () => {
    navigation = { location: there };
    expect(await isOpen(answer('aaaaaaaa.cccccccc'))).toBe(true);
    expect(assign.mock.calls).toEqual([['/video/isibane?play=1']]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('have a step through the history load the page that it has reached', async () => {
    navigation = { location: { ...here } };
    expect(await isOpen(answer('aaaaaaaa.cccccccc'))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('have a page that reads its own again load itself once, never in a loop', async () => {
    expect(await isOpen(answer('aaaaaaaa.cccccccc'))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
    loadedBy = 'reload';
    expect(await isOpen(answer('aaaaaaaa.cccccccc'))).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('that only help do not come', async () => {
    navigation = { location: there };
    expect(await isOpen(answer('aaaaaaaa.cccccccc', 'search'))).toBe(true);
    expect([reload, assign].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('the script of a page', () => {
  const route = { id: 'video', module: 'data:text/javascript,export const answer = 42' };
  const gone = { id: 'video', module: 'data:text/javascript,throw new Error("gone")' };

  it('is loaded once', async () => {
    const loaded: Record<string, unknown> = {};
    expect(await loadRouteModule(route, loaded)).toMatchObject({ answer: 42 });
    expect(await loadRouteModule(gone, loaded)).toMatchObject({ answer: 42 });
  });

  it('that is gone has the browser load the document of the page that was wanted', async () => {
    navigation = { location: there };
    expect(await isOpen(loadRouteModule(gone, {}).then(() => 'ended'))).toBe(true);
    expect(assign.mock.calls).toEqual([['/video/isibane?play=1']]);
  });

  it('that is gone does nothing where a link was only pointed at', async () => {
    expect(await isOpen(loadRouteModule(gone, {}).then(() => 'ended'))).toBe(true);
    expect([reload, assign].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
