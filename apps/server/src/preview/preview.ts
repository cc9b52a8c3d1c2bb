import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Media } from '../media/media.ts';
import { createPlayService, type PlayBody } from '../media/play/play.service.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Routes } from '../platform/http/site-listener.ts';
import type { NewId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Staff } from '../staff/staff.ts';
import { createPreviewRepository } from './preview.repository.ts';
import {
  type PreviewOf,
  type PreviewSite,
  previewRoutes,
  previewStudioRoutes,
} from './preview.routes.ts';
import { createPreviews } from './preview.service.ts';

export interface PreviewDependencies {
  readonly db: Database;
  readonly catalogue: Pick<Catalogue, 'preview'>;
  readonly media: Pick<Media, 'plays'>;
  readonly staff: Pick<Staff, 'sessions' | 'sessionRows'>;
  readonly secrets: Pick<Secrets, 'key'>;
  readonly config: { readonly publicUrl: string; readonly secureCookies: boolean };
  readonly clock: Clock;
  readonly newId: NewId;
}

export type Preview = ReturnType<typeof createPreview>;

/** Builds the preview of the site: its link, and what the site does for a previewing browser. */
export function createPreview(dependencies: PreviewDependencies) {
  const { db, catalogue, media, staff, secrets, config, clock, newId } = dependencies;
  const previews = createPreviews({
    repository: createPreviewRepository(db),
    sessions: staff.sessionRows,
    key: secrets.key('preview'),
    config,
    clock,
    newId,
  });
  const play: PreviewSite['play'] = async (view, body, request) => {
    if (view.as === 'visitor') return { entitled: false, reason: 'visitor' };
    const { until, packageId } = view;
    const service = createPlayService({
      ...media.plays,
      findPlayable: async (slug) => {
        const playable = await catalogue.preview.findPlayable(slug, view.at);
        return playable && packageId === null ? { ...playable, packages: null } : playable;
      },
      // No number and no session: the signed addresses of segments are all that it gets.
      entitlementOf: async () => ({
        ...{ entitled: true, subscriberId: '0', session: 'preview', until },
        packageId: packageId ?? undefined,
      }),
      resumeAt: async () => null,
      takePlace: async () => ({ granted: true, playId: newId() }),
    });
    return await service.play(body as PlayBody, request);
  };
  const site: { routes: Routes; previewOf: PreviewOf } = previewRoutes({
    ...{ previews, play, secureCookies: config.secureCookies },
    pictures: catalogue.preview.pictures,
  });
  return {
    ...site,
    studioRoutes: previewStudioRoutes({ previews, sessions: staff.sessions }),
    purge: previews.purge,
  };
}
