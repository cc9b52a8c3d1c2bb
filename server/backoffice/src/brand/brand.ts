import type { SiteContent } from '@bonisa/content/site-content';
import type { BrandConfig } from '@bonisa/kit/brand/brand.config';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { brandStudioRoutes } from './brand.studio-routes.ts';
import { createBrandVersionRepository } from './brand-version.repository.ts';
import { createBrandVersions } from './brand-version.service.ts';

export interface BrandDependencies {
  readonly config: { readonly brand: BrandConfig };
  readonly db: Database;
  readonly clock: Clock;
  readonly siteContent: Pick<SiteContent, 'brandLegal'>;
}

export type Brand = ReturnType<typeof createBrand>;

/** Builds the editing of the brand: its versions, and the calls of the studio. */
export function createBrand({ config: { brand }, db, clock, siteContent }: BrandDependencies) {
  const repository = createBrandVersionRepository(db);
  const versions = createBrandVersions({
    ...{ brand, repository, clock },
    legal: siteContent.brandLegal,
  });
  return { studioRoutes: [brandStudioRoutes(brand, versions)], purge: versions.purge };
}
