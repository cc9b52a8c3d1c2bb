import { brandProblemLine } from '@bonisa/domain/brand/brand-files';
import { type BrandConfig, brandFromFiles, brandOrigin } from '@bonisa/kit/brand/brand.config';
import { ConfigError } from '@bonisa/kit/config-error';
import type { Database } from '@bonisa/kit/database/database';
import { createBrandVersionRepository } from './brand-version.repository.ts';
import { bytesOfFiles } from './file-texts.ts';

const GO_ON =
  'to go on, start with BRAND_FROM=folder (the brand of BRAND_DIR), publish a corrected version in the studio, and start without it';

/**
 * The brand that a process takes at its start: the newest version that the studio published, else
 * what the configuration has.
 * @throws ConfigError with a line for each thing that is wrong with a published version, which
 *   another version of the software or another variable may find.
 */
export async function brandOfStart(db: Database, start: BrandConfig): Promise<BrandConfig> {
  if (start.from === 'folder') return start;
  const published = await createBrandVersionRepository(db).published();
  if (!published) return start;
  const version = published.number;
  const files = bytesOfFiles(published.files);
  const { brand, problems } = brandFromFiles(start, { files, version });
  if (brand && problems.length === 0) return brand;
  const origin = brandOrigin({ version });
  throw new ConfigError([
    ...problems.map((problem) => `${origin}: ${brandProblemLine(problem)}`),
    `${origin}: ${GO_ON}`,
  ]);
}
