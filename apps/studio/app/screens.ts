import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import type { ComponentType } from 'react';

/** The groups of the side navigation, in their order. */
export const GROUPS = [
  'Catalogue',
  'Live',
  'Care',
  'Money',
  'Audience',
  'Service',
  'People',
] as const;
export type Group = (typeof GROUPS)[number];

export interface Screen {
  /** The address; `/*` at its end where the screen has addresses of its own below it. */
  readonly path: string;
  /** In the navigation; without it the screen is reached from others. */
  readonly label?: string;
  readonly group: Group;
  /** Who lacks it does not see the screen. */
  readonly needs: Scope | 'account';
  /** The file of the screen, whose default export is the component. */
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** The screens of one kind of entry. */
const entries = (kind: EntryKind) => async () =>
  (await import('./catalogue/entries.screen.tsx')).entriesScreen(kind);

/** Every screen of the studio. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/preview',
    label: 'Preview the site',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: () => import('./editing/preview.screen.tsx'),
  },
  {
    path: '/on-air',
    label: 'On air now',
    group: 'Live',
    needs: 'live:read',
    load: () => import('./live/live-ingest.screen.tsx'),
  },
  {
    path: '/live-week',
    label: 'Week of a channel',
    group: 'Live',
    needs: 'catalogue:read',
    load: () => import('./editing/live-week.screen.tsx'),
  },
  {
    path: '/videos/*',
    label: 'Videos',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('video'),
  },
  {
    path: '/shows/*',
    label: 'Shows',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('show'),
  },
  {
    path: '/seasons/*',
    label: 'Seasons',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('season'),
  },
  {
    path: '/episodes/*',
    label: 'Episodes',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('episode'),
  },
  {
    path: '/films',
    label: 'Films',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: () => import('./media/films.screen.tsx'),
  },
  {
    path: '/shelves/*',
    label: 'Shelves',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('shelf'),
  },
  {
    path: '/slides/*',
    label: 'Slides',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('slide'),
  },
  {
    path: '/channels/*',
    label: 'Channels',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('channel'),
  },
  {
    path: '/categories/*',
    label: 'Categories',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('category'),
  },
  {
    path: '/genres/*',
    label: 'Genres',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('genre'),
  },
  {
    path: '/cast/*',
    label: 'Cast and crew',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: entries('person'),
  },
  {
    path: '/deleted',
    label: 'Deleted entries',
    group: 'Catalogue',
    needs: 'catalogue:read',
    load: () => import('./catalogue/deleted.screen.tsx'),
  },
  {
    path: '/import',
    label: 'Import',
    group: 'Catalogue',
    needs: 'catalogue:write',
    load: () => import('./import/import.screen.tsx'),
  },
  {
    path: '/live-channels/*',
    label: 'Live channels',
    group: 'Live',
    needs: 'catalogue:read',
    load: entries('liveChannel'),
  },
  {
    path: '/live-categories/*',
    label: 'Live categories',
    group: 'Live',
    needs: 'catalogue:read',
    load: entries('liveCategory'),
  },
  {
    path: '/service-health',
    label: 'Service health',
    group: 'Service',
    needs: 'operations:read',
    load: () => import('./service/service.screen.tsx'),
  },
  {
    path: '/brand',
    label: 'Brand',
    group: 'Service',
    needs: 'catalogue:read',
    load: () => import('./brand/brand.screen.tsx'),
  },
  {
    // Not below `/brand`, where the listener has the files of the brand.
    path: '/brand-edit',
    group: 'Service',
    needs: 'brand:write',
    load: () => import('./brand/brand-edit.screen.tsx'),
  },
  {
    path: '/packages',
    label: 'Packages and prices',
    group: 'Service',
    needs: 'money:read',
    load: () => import('./packages/packages.screen.tsx'),
  },
  {
    path: '/webhooks',
    label: 'Webhooks',
    group: 'Service',
    needs: 'operations:read',
    load: () => import('./staff/webhooks.screen.tsx'),
  },
  {
    path: '/accounts',
    label: 'Accounts',
    group: 'People',
    needs: 'staff:read',
    load: () => import('./staff/accounts.screen.tsx'),
  },
  {
    path: '/api-keys',
    label: 'API keys',
    group: 'People',
    needs: 'staff:read',
    load: () => import('./staff/api-keys.screen.tsx'),
  },
  {
    path: '/audit',
    label: 'Audit',
    group: 'People',
    needs: 'audit:read',
    load: () => import('./staff/audit.screen.tsx'),
  },
  {
    path: '/care/caller',
    label: 'Answer a caller',
    group: 'Care',
    needs: 'care:read',
    load: () => import('./care/find.screen.tsx'),
  },
  {
    path: '/care/approvals',
    label: 'Refunds to approve',
    group: 'Care',
    needs: 'care:read',
    load: () => import('./care/approvals.screen.tsx'),
  },
  {
    path: '/care/disputes',
    label: 'Disputes',
    group: 'Care',
    needs: 'care:read',
    load: () => import('./care/disputes.screen.tsx'),
  },
  { path: '/me', group: 'People', needs: 'account', load: () => import('./staff/me.screen.tsx') },
  {
    path: '/money',
    label: 'Money',
    group: 'Money',
    needs: 'money:read',
    load: () => import('./money/money.screen.tsx'),
  },
  {
    path: '/reconciliation-exceptions',
    label: 'Reconciliation exceptions',
    group: 'Money',
    needs: 'money:read',
    load: () => import('./money/reconciliation-exceptions.screen.tsx'),
  },
  {
    path: '/settlements',
    label: 'Settlement',
    group: 'Money',
    needs: 'money:read',
    load: () => import('./money/settlement.screen.tsx'),
  },
  {
    path: '/write-offs',
    label: 'Write-offs',
    group: 'Money',
    needs: 'money:read',
    load: () => import('./money/write-offs.screen.tsx'),
  },
  {
    path: '/ledger',
    label: 'Ledger and VAT',
    group: 'Money',
    needs: 'money:read',
    load: () => import('./money/ledger.screen.tsx'),
  },
  {
    path: '/subscribers',
    label: 'Subscribers',
    group: 'Audience',
    needs: 'audience:read',
    load: () => import('./subscribers/subscribers.screen.tsx'),
  },
  {
    path: '/watched',
    label: 'Watched and searched',
    group: 'Audience',
    needs: 'audience:read',
    load: () => import('./reports/watched.screen.tsx'),
  },
  {
    path: '/feedback',
    label: 'Feedback',
    group: 'Audience',
    needs: 'feedback:read',
    load: () => import('./feedback/feedback.screen.tsx'),
  },
  {
    path: '/quality',
    label: 'Quality',
    group: 'Audience',
    needs: 'audience:read',
    load: () => import('./reports/quality.screen.tsx'),
  },
];

/** The screens that a person with these scopes may open. */
export function screensFor(scopes: readonly Scope[]): readonly Screen[] {
  return SCREENS.filter(({ needs }) => needs === 'account' || scopes.includes(needs));
}

/** The address of a screen in the navigation. */
export function addressOf({ path }: Pick<Screen, 'path'>): string {
  return path.replace(/\/\*$/, '');
}
