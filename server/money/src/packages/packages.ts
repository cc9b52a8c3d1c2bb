import type { Carriers } from '@bonisa/carriers/carriers';
import type { CarrierTerms } from '@bonisa/carriers/registry';
import { type DatedVatRate, vatRates } from '@bonisa/domain/money/vat-rates';
import type { OwnNoticeWords } from '@bonisa/domain/notices/notices';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import { createPackageRepository } from './package.repository.ts';
import { createPackageService } from './package.service.ts';
import { createSoldPackages } from './sold-packages.ts';

export interface PackagesDependencies {
  /** Messages about packages name the service, its support number and its address. */
  readonly config: {
    readonly brand: {
      readonly name: string;
      readonly supportNumber: string;
      readonly folder?: { readonly messages?: OwnNoticeWords } | undefined;
    };
    readonly publicUrl: string;
    /** Changes of the law of VAT since this version was made. */
    readonly vatRates: readonly DatedVatRate[];
  };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly carriers: Pick<Carriers, 'terms'>;
}

/** A carrier as people know it. */
export type CarrierNames = Pick<CarrierTerms, 'id' | 'name'>;

export type Packages = ReturnType<typeof createPackages>;

/** Builds packages and prices: what is sold at an instant, and the studio's changes of it. */
export function createPackages({ config, db, clock, newId, carriers }: PackagesDependencies) {
  const { brand, publicUrl } = config;
  const vatRateAt = vatRates(config.vatRates);
  const sold = createSoldPackages({ carriers: carriers.terms, vatRateAt, clock });
  const service = createPackageService({
    repository: createPackageRepository(db),
    sold,
    carriers: carriers.terms,
    terms: {
      service: brand.name,
      supportNumber: brand.supportNumber,
      publicUrl,
      words: brand.folder?.messages ?? {},
    },
    clock,
    newId,
  });
  return { sold, service, carriers: carriers.terms };
}
