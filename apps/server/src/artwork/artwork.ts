import { join } from 'node:path';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Media } from '../media/media.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { FileStore } from '../platform/files/file-store.ts';
import type { NewId } from '../platform/ids.ts';
import { createArtworkService } from './artwork.service.ts';
import { artworkStudioRoutes } from './artwork.studio-routes.ts';

export interface ArtworkDependencies {
  readonly config: { readonly dataDir: string };
  readonly files: FileStore;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly catalogue: Pick<Catalogue, 'artwork' | 'pictures'>;
  readonly media: Pick<Media, 'frames'>;
}

export type Artwork = ReturnType<typeof createArtwork>;

/** Builds the intake of pictures. */
export function createArtwork(dependencies: ArtworkDependencies) {
  const { config, files, clock, newId, catalogue, media } = dependencies;
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
    studioRoutes: artworkStudioRoutes({ artwork: service, pictures: catalogue.pictures }),
    purge: service.purge,
  };
}
