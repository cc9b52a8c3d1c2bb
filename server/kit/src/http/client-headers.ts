import type { IncomingHttpHeaders } from 'node:http';
import { CLIENT_HEADERS } from '@bonisa/contract/client';
import type { DeviceKind } from '@bonisa/domain/playback/playing-devices';
import type { Metrics } from '../metrics.ts';

const PLATFORMS = ['web-mobile', 'web-desktop', 'web-tablet'] as const;

/** The headers that a page sends with each call (rows B5, B6). */
export interface ClientHeaders {
  readonly platform: (typeof PLATFORMS)[number] | null;
  readonly siteVersion: string | null;
  readonly country: string | null;
  readonly locale: string | null;
}

/** Reads them from a request. Unknown values become null and are not stored. */
export function readClientHeaders(headers: IncomingHttpHeaders): ClientHeaders {
  const known = (name: keyof typeof CLIENT_HEADERS): string | null =>
    headers[name] === CLIENT_HEADERS[name] ? CLIENT_HEADERS[name] : null;
  return {
    platform: PLATFORMS.find((one) => one === headers['x-platform']) ?? null,
    siteVersion: known('x-site-version'),
    country: known('x-country'),
    locale: known('x-locale'),
  };
}

const KINDS = { 'web-mobile': 'phone', 'web-tablet': 'tablet', 'web-desktop': 'computer' } as const;

/** The kind of device that a request's page names; `undefined` where it names none. */
export function deviceKindOf(headers: IncomingHttpHeaders): DeviceKind | undefined {
  const { platform } = readClientHeaders(headers);
  return platform ? KINDS[platform] : undefined;
}

/** Counts a search or report of a page, by the platform that the page sends along. */
export function countReport(
  metrics: Pick<Metrics, 'reports'>,
  kind: 'search' | 'playback' | 'feedback',
  { headers }: { readonly headers: IncomingHttpHeaders },
): void {
  metrics.reports.inc({ kind, platform: readClientHeaders(headers).platform ?? 'other' });
}
