import { formatRand } from '@bonisa/domain/money/rand';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import type { OwnHelp } from '@bonisa/kit/brand/help-text';
import type { LegalText } from '@bonisa/kit/brand/legal-text';

/** The operator's facts in the legal texts and in help. */
export interface Operator {
  /** The service's name. */
  readonly service: string;
  /** The company that runs the service. */
  readonly company: string;
  /**
   * The company's address for letters and for service of legal documents; empty if none is
   * configured.
   */
  readonly address: string;
  /** The carrier whose airtime pays. Help alone accepts '': none is named. */
  readonly carrier: string;
  readonly supportNumber: string;
  /** Empty if there is none. */
  readonly supportEmail: string;
  readonly publicUrl: string;
  /** The container of Google Tag Manager that pages load; empty if they load none. */
  readonly tagManager: string;
  readonly packages: readonly OfferedPackage[];
}

export interface OfferedPackage {
  readonly name: string;
  /** For example `R5.00`. */
  readonly price: string;
  /** `day`, `week` or `month`: the period of the price. */
  readonly period: string;
  readonly days: number;
}

export interface OperatorConfig {
  readonly brand: Pick<
    Operator,
    'company' | 'address' | 'carrier' | 'supportNumber' | 'supportEmail'
  > & {
    readonly name: string;
    readonly tagManager?: string | undefined;
    /** The version of the studio that is in force. */
    readonly version?: number | undefined;
    readonly folder?:
      | {
          readonly terms?: LegalText | undefined;
          readonly privacy?: LegalText | undefined;
          readonly help?: OwnHelp | undefined;
        }
      | undefined;
  };
  readonly publicUrl: string;
}

/** The facts of the configured brand in those texts, with the packages on offer. */
export function operatorOf(
  { brand, publicUrl }: OperatorConfig,
  offered: readonly Package[],
): Operator {
  return {
    service: brand.name,
    company: brand.company,
    address: brand.address,
    carrier: brand.carrier || 'your network',
    supportNumber: brand.supportNumber,
    supportEmail: brand.supportEmail,
    publicUrl,
    tagManager: brand.tagManager ?? '',
    packages: offered.map(({ name, price, period, days }) => ({
      name,
      price: `R${formatRand(price)}`,
      period,
      days,
    })),
  };
}
