import { CallError, type Client } from '@bonisa/contract/client';
import { describe, expect, it, vi } from 'vitest';
import { createListPage, type ListItem } from './list-page.store.ts';

/** A server with this many entities on its list. */
function server(count: number) {
  let things = Array.from({ length: count }, (_, index) => ({
    kind: 'video',
    id: index + 1,
    slug: `v${index + 1}`,
  }));
  const asked: unknown[] = [];
  const logged: string[] = [];
  let down = false;
  const call = (async (_name: string, body: { page: number; limit: number }) => {
    asked.push(body);
    if (down) throw new CallError(0, undefined);
    const { page, limit } = body;
    return {
      videos: things.slice((page - 1) * limit, page * limit),
      pagination: { page, limit, pages: 1, total: things.length },
    };
  }) as unknown as Client;
  const page = createListPage({ call, log: (what) => logged.push(what) });
  return {
    page,
    asked,
    logged,
    remove: (id: number) => {
      things = things.filter((thing) => thing.id !== id);
    },
    setDown: (now: boolean) => {
      down = now;
    },
    idle: () => vi.waitFor(() => expect(page.state().state).not.toBe('busy')),
    ids: () => page.state().items?.map(({ id }) => id),
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

// R3 A3
describe('the page of my list', () => {
  it('loads part by part and skips nothing that moves up after a removal', async () => {
    const { page, remove, idle, ids } = server(60);
    page.open('newest');
    await idle();
    expect(ids()).toEqual(upTo(24));
    for (const id of [1, 2]) {
      page.drop(page.state().items?.[0] as ListItem);
      remove(id);
    }
    expect(page.state().total).toBe(58);
    page.more();
    await idle();
    page.more();
    await idle();
    page.more();
    await idle();
    expect(ids()).toEqual(upTo(60).slice(2));
  });

  it('restores a removed entity in its place', async () => {
    const { page, idle, ids } = server(3);
    page.open('title');
    await idle();
    const back = page.drop(page.state().items?.[1] as ListItem);
    expect(ids()).toEqual([1, 3]);
    back();
    back();
    expect(ids()).toEqual([1, 2, 3]);
    expect(page.state().total).toBe(3);
  });

  it('reports a failed read, and tries again', async () => {
    const { page, idle, ids, setDown, logged } = server(3);
    setDown(true);
    page.open('newest');
    await idle();
    expect(page.state()).toMatchObject({ state: 'failed', items: undefined });
    expect(logged).toEqual(['my list']);
    setDown(false);
    page.more();
    await idle();
    expect(ids()).toEqual([1, 2, 3]);
  });

  it('loads in the chosen order, and only the latest choice counts', async () => {
    const { page, asked, idle } = server(3);
    page.open('newest');
    page.open('title');
    await idle();
    expect(asked).toEqual([
      { page: 1, limit: 24, sort: 'newest' },
      { page: 1, limit: 24, sort: 'title' },
    ]);
    expect(page.state().items).toHaveLength(3);
  });
});
