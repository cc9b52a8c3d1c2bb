import type { AnyStudioCall } from '@bonisa/contract/studio/studio-call';
import type { StudioInputOf, StudioReplyOf } from '@bonisa/contract/studio/studio-client';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { vi } from 'vitest';
import { ConfirmProvider } from '../design/confirm.tsx';
import type { Me } from './guarded-client.ts';
import { PersonProvider } from './person.tsx';
import { keyOf } from './use-calls.ts';

/** The product's time of rendered screens. */
export const RENDERED_AT = '2026-11-20T10:00:00Z';

/** What a call answers to an input, as far as the screen reads it. */
export type Answer = readonly [queryKey: readonly unknown[], reply: unknown];

/** The answer of a call to exactly this input: any other input is still being read. */
export function answer<Call extends AnyStudioCall>(
  call: Call,
  input: StudioInputOf<Call> | undefined,
  reply: unknown,
): Answer {
  return [keyOf(call, input), reply as StudioReplyOf<Call>];
}

/** A screen at an address as a person with these scopes sees it, with these answers read alone. */
export function rendered(
  screen: ReactElement,
  address: string,
  answers: readonly Answer[],
  scopes: readonly Scope[] = [],
): string {
  const settings = { now: RENDERED_AT, carriers: { karoo: 'Karoo', vula: 'Vula' } };
  vi.stubGlobal('document', { querySelector: () => ({ content: JSON.stringify(settings) }) });
  const client = new QueryClient();
  for (const [key, reply] of answers) client.setQueryData(key, reply);
  try {
    return renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <PersonProvider me={{ scopes } as unknown as Me}>
            <ConfirmProvider>{screen}</ConfirmProvider>
          </PersonProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    );
  } finally {
    vi.unstubAllGlobals();
  }
}

/** The cells of a table by its caption, its head first. */
export function cellsOf(html: string, caption: string): string[][] {
  const table = html
    .split('<table')
    .find((part) => part.includes(`<caption class="sr-only">${caption}</caption>`));
  return (table?.split('<tr').slice(1) ?? []).map((row) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => wordsOf(cell)),
  );
}

/** The words between the tags. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[\s\u00a0]+/g, ' ')
    .trim();
}
