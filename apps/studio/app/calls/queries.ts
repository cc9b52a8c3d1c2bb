import { QueryClient } from '@tanstack/react-query';

const FRESH_MS = 5000;

/**
 * Makes the page's memory of answers. Without a network a call fails at once and says so. By the
 * library's default it would wait in silence and be made later, when nobody asks for it any more.
 */
export function createQueries(): QueryClient {
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: {
        ...{ networkMode, staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: false },
        // The mode alone would turn it off.
        refetchOnReconnect: true,
      },
      mutations: { networkMode },
    },
  });
}
