// R9 S9: the page of request headers exists in demo mode only.
import type { PageData } from '@bonisa/contract/page-data.port';
import { expect, it } from 'vitest';
import { provideContext } from '../page-context.ts';
import { loader } from './test.route.tsx';

const brand = { name: 'Bonisa', carrier: 'Demo', supportNumber: '080', supportEmail: '' };

function load(demo: boolean): unknown {
  const context = provideContext({
    data: {} as PageData,
    config: { brand, packages: [], publicUrl: '', demo },
    reportError: () => undefined,
    missingPages: true,
    language: 'en',
    ownScripts: new Set<string>(),
  });
  return loader({ context } as unknown as Parameters<typeof loader>[0]);
}

it('returns 404 in production', () => {
  expect(load(true)).toBeNull();
  let thrown: unknown;
  try {
    load(false);
  } catch (refused) {
    thrown = refused;
  }
  expect(thrown).toBeInstanceOf(Response);
  expect((thrown as Response).status).toBe(404);
});
