import type { ShownPackage, SiteConfig } from '@bonisa/contract/site-config';
import { useRouteLoaderData } from 'react-router';

const UNKNOWN: SiteConfig = {
  brand: { name: 'Bonisa', carrier: '', supportNumber: '', supportEmail: '' },
  packages: [],
  publicUrl: '',
  demo: false,
};

/**
 * The configuration that pages may know. Falls back to plain values only if the root loader itself
 * failed.
 */
export function useSite(): SiteConfig {
  const data = useRouteLoaderData<{ config: SiteConfig }>('root');
  return data?.config ?? UNKNOWN;
}

/** The brand: its name, its carrier, and how to reach support. */
export function useBrand(): SiteConfig['brand'] {
  return useSite().brand;
}

/** Whether a new number has a free day whichever package it will choose. */
export function isFirstDayFree(packages: readonly Pick<ShownPackage, 'trial'>[]): boolean {
  return packages.length > 0 && packages.every(({ trial }) => trial);
}

/** The colour of a browser's own bars: the ground of the brand's pages, or of ours. */
export function themeColour({ look }: SiteConfig['brand']): string {
  return look?.ground ?? '#120c1c';
}
