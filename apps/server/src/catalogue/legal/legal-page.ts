import type { LegalPage } from '@bonisa/contract/legal-page-data';
import type { Package } from '@bonisa/domain/package-catalogue';
import { formatRand } from '@bonisa/domain/rand';
import { fillPlaces, type LegalText } from '../../platform/brand/legal-text.ts';
import type { OwnHelp } from '../help/help-page.ts';

/** The operator's facts in the legal texts. */
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
  /** The carrier whose airtime pays. */
  readonly carrier: string;
  readonly supportNumber: string;
  /** Empty if there is none. */
  readonly supportEmail: string;
  readonly publicUrl: string;
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

/** The facts of the configured brand in the legal texts, with the packages on offer. */
export function operatorOf(
  { brand, publicUrl }: OperatorConfig,
  offered: readonly Package[],
): Operator {
  return {
    service: brand.name,
    company: brand.company,
    address: brand.address,
    carrier: brand.carrier,
    supportNumber: brand.supportNumber,
    supportEmail: brand.supportEmail,
    publicUrl,
    packages: offered.map(({ name, price, period, days }) => ({
      name,
      price: `R${formatRand(price)}`,
      period,
      days,
    })),
  };
}

export type Section = readonly [heading: string, ...paragraphs: string[]];

export const TEMPLATE_NOTICE =
  'This text is a template that comes with the software. It must be read, completed and approved by the operator’s own lawyer before the service is offered to the public.';

/** A text of the operator's own, with its facts in their places. */
export function ownLegalPage(title: string, text: LegalText, operator: Operator): LegalPage {
  const facts = { ...operator, prices: priceList(operator) };
  const sections = text.sections.map(([heading, ...paragraphs]): Section => {
    const fill = (words: string) => fillPlaces(words, facts);
    return [fill(heading), ...paragraphs.map(fill)];
  });
  return legalPage(title, text.version, sections, '');
}

/** Numbers the sections and makes their anchors. */
export function legalPage(
  title: string,
  version: string,
  sections: readonly Section[],
  notice = TEMPLATE_NOTICE,
): LegalPage {
  return {
    title,
    version,
    notice,
    sections: sections.map(([heading, ...paragraphs], index) => ({
      anchor: anchorOf(heading),
      heading: `${index + 1}. ${heading}`,
      paragraphs: paragraphs.filter((paragraph) => paragraph !== ''),
    })),
  };
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** How to reach the operator, as the end of a sentence: ‘call 0800 … or write to …’. */
export function contact({ supportNumber, supportEmail }: Operator): string {
  return supportEmail === ''
    ? `call ${supportNumber}`
    : `call ${supportNumber} or write to ${supportEmail}`;
}

/** `R5.00 per day, R10.00 per week or R25.00 per month` */
export function priceList({ packages }: Operator): string {
  const prices = packages.map(({ price, period }) => `${price} per ${period}`);
  const last = prices.at(-1) ?? '';
  return prices.length > 1 ? `${prices.slice(0, -1).join(', ')} or ${last}` : last;
}
