import type { LegalPage } from '@bonisa/contract/legal-page-data';
import { fillPlaces, type LegalText } from '@bonisa/kit/brand/legal-text';
import type { Operator } from '../operator.ts';

export type Section = readonly [heading: string, ...paragraphs: string[]];

export const TEMPLATE_NOTICE =
  'This text is a template that comes with the software. It must be read, completed and approved by the operator’s own lawyer before the service is offered to the public.';

/** A text of the operator's own, with its facts in their places. */
export function ownLegalPage(title: string, text: LegalText, operator: Operator): LegalPage {
  const facts = { ...operator, prices: priceList(operator) };
  const sections = text.sections.map(([heading, ...paragraphs]): Section => {
    const fill = (words: string) => fillPlaces(words, facts);
    // Without anything on sale there is no price to name.
    const isTrue = (words: string) => facts.prices !== '' || !words.includes('{prices}');
    return [fill(heading), ...paragraphs.filter(isTrue).map(fill)];
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
