import type { CountLimit, NetworkCounts } from '@bonisa/kit/http/network-counts';
import { createOperations } from '@bonisa/kit/http/operations-listener';
import { createSite, type Routes } from '@bonisa/kit/http/site-listener';
import { createStudio } from '@bonisa/kit/http/studio-listener';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from './app.test-kit.ts';

/** A network that has used up each limit. */
const asked: CountLimit[] = [];
const usedUp: NetworkCounts = {
  take: (limit) => {
    asked.push(limit);
    return { current: limit.max + 1, ttl: 1000 };
  },
  share: async () => undefined,
};
/** Stands in for the pages, which need the build of the web app. */
const pages: Routes = ({ server }) => {
  server.get('/*', async () => 'a page');
  server.post('/*', async () => 'a form');
};

let product: TestProduct;
let listeners: Record<'site' | 'studio' | 'operations', FastifyInstance>;
beforeAll(async () => {
  product = await createTestProduct();
  const { app } = product;
  const networkCounts = usedUp;
  listeners = {
    site: await createSite({ ...app.site, networkCounts, pages }),
    studio: await createStudio({ ...app.studio, networkCounts }),
    operations: await createOperations({ ...app.operations, networkCounts }),
  };
  await Promise.all(Object.values(listeners).map((one) => one.ready()));
});
afterAll(async () => {
  await Promise.all(Object.values(listeners).map((one) => one.close()));
  await product.close();
});

/** Every method and address that a listener has, with values for its parameters. */
function routesOf(listener: FastifyInstance): { method: string; url: string }[] {
  const lines = listener.printRoutes({ commonPrefix: false }).split('\n');
  return lines.flatMap((line) => {
    const [, url = '', methods = ''] = /── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    const address = url.replace(/:\w+(\([^)]*\))?/g, '1').replaceAll('*', 'x');
    return methods
      .split(', ')
      .filter((method) =>
        ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method),
      )
      .map((method) => ({ method, url: address }));
  });
}

describe.each(['site', 'studio', 'operations'] as const)('the listener of the %s', (name) => {
  it('refuses a network beyond the limit at each of its routes, and at every other address', async () => {
    const listener = listeners[name];
    const routes = routesOf(listener);
    expect(routes.length).toBeGreaterThan(50);
    const without: string[] = [];
    for (const { method, url } of [
      ...routes,
      { method: 'DELETE', url: '/nothing' },
      { method: 'PUT', url: '/' },
    ]) {
      const answer = await listener.inject({
        method: method as 'GET',
        url,
        headers: { host: 'localhost' },
      });
      if (answer.statusCode !== 429) without.push(`${method} ${url} ${answer.statusCode}`);
    }
    expect(without).toEqual([]);
    expect(asked.every(({ max, rule }) => max > 0 && !rule.includes('undefined'))).toBe(true);
  });
});

it('sends no header about limits, which a viewer would pay for', async () => {
  const { headers } = await listeners.site.inject('/robots.txt');
  expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
});
