import type { SiteConfig } from '@bonisa/contract/site-config';
import { useRouteLoaderData } from 'react-router';
import type { loader } from './root.tsx';

const UNKNOWN: SiteConfig = {
  brand: { name: 'Bonisa', carrier: '', supportNumber: '', supportEmail: '' },
  publicUrl: '',
  demo: false,
};

/**
 * The configuration that pages may know. Falls back to plain values only if the root loader itself
 * failed.
 */
export function useSite(): SiteConfig {
  return useRouteLoaderData<typeof loader>('root')?.config ?? UNKNOWN;
}

/** The brand: its name, its carrier, and how to reach support. */
export function useBrand(): SiteConfig['brand'] {
  return useSite().brand;
}
