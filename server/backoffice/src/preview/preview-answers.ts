import { ADDRESSES } from '@bonisa/contract/addresses';
import type { ReplyOf } from '@bonisa/contract/calls';
import type { PreviewView } from './preview.service.ts';

/** What the site's calls do in a preview: read the catalogue, and nothing else. */

const READS: ReadonlySet<string> = new Set(
  (
    [
      'search',
      'searchCategories',
      'searchChannels',
      'searchShows',
      'searchVideos',
      'searchEpisodes',
      'suggest',
      'seasonEpisodes',
      'categoryVideos',
    ] as const
  ).map((name) => ADDRESSES[name].path),
);

/** Calls that the preview answers itself. */
const ANSWERED: ReadonlySet<string> = new Set(
  (['viewer', 'resume', 'play', 'playLive', 'playHeartbeat', 'playbackLog'] as const).map(
    (name) => ADDRESSES[name].path,
  ),
);

/** Whether a preview refuses an address: everything that signs in, pays, writes or sends. */
export function isRefused(method: string, path: string): boolean {
  if (path.startsWith('/api/')) return !READS.has(path) && !ANSWERED.has(path);
  const isRead = method === 'GET' || method === 'HEAD';
  return !isRead && !setsOwnCookie(path) && !path.startsWith('/content/');
}

/** Whether an answer in a preview keeps its cookies: of the preview, and of the language. */
export function setsOwnCookie(path: string): boolean {
  return path.startsWith('/preview/') || path === '/language';
}

/** The viewer that a preview shows: nobody, or a subscriber without a number. */
export function viewerOf({ as, packageId, until }: PreviewView): ReplyOf<'viewer'> {
  if (as === 'visitor') return { signed_in: false };
  return {
    signed_in: true,
    user_id: '0',
    msisdn: '',
    entitled: true,
    subscription: {
      package_id: packageId ?? '',
      name: 'Preview',
      price: '0.00',
      service_period: '',
      state: 'active',
      started_at: until.toISOString(),
      paid_until: until.toISOString(),
      served_until: until.toISOString(),
      next_try_at: null,
      withheld: null,
      payment_pending: false,
      next_amount: null,
      recharge: null,
      free_trial: false,
    },
    list: [],
    resume: [],
  };
}
