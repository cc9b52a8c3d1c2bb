import { startProduct, waitUntilIdle } from './product.process.ts';

/** The product that a browser measures. */
export interface BrowserTarget {
  readonly siteUrl: string;
  readonly carrierUrl: string;
  stop(): Promise<void>;
}

/**
 * The product that runs at these addresses; without them one that is started now with `env`, and at
 * rest.
 */
export async function browserTarget(
  siteUrl?: string,
  carrierUrl?: string,
  env: Record<string, string> = {},
): Promise<BrowserTarget> {
  if (siteUrl && carrierUrl) return { siteUrl, carrierUrl, stop: async () => undefined };
  if (siteUrl || carrierUrl) throw new Error('--site-url and --carrier-url go together');
  const product = await startProduct({ env: { FRAUD_MODE: 'observe', LIMITS: 'off', ...env } });
  await waitUntilIdle(product.pid);
  return { ...product, siteUrl: product.siteUrl.replace('127.0.0.1', 'localhost') };
}
