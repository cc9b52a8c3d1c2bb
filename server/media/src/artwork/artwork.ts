import { join } from 'node:path';
import type { Catalogue } from '@bonisa/content/catalogue';
import type { SiteContent } from '@bonisa/content/site-content';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import type { NewId } from '@bonisa/kit/ids';
import type { Media } from '../media.ts';
import { createArtworkService } from './artwork.service.ts';
import { artworkStudioRoutes } from './artwork.studio-routes.ts';

export interface ArtworkDependencies {
  readonly config: { readonly dataDir: string };
  readonly files: FileStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly catalogue: Pick<Catalogue, 'artwork'>;
  readonly siteContent: Pick<SiteContent, 'pictures'>;
  readonly media: Pick<Media, 'frames'>;
}

export type Artwork = ReturnType<typeof createArtwork>;

/** Builds the intake of pictures. */
export function createArtwork(dependencies: ArtworkDependencies) {
  const { config, files, clock, newId, catalogue, siteContent, media } = dependencies;
  const service = createArtworkService({
    artwork: catalogue.artwork,
    frames: media.frames,
    files,
    scratch: join(config.dataDir, 'scratch', 'artwork'),
    clock,
    newId,
  });
  return {
    service,
    studioRoutes: artworkStudioRoutes({ artwork: service, pictures: siteContent.pictures }),
    purge: service.purge,
  };
}
