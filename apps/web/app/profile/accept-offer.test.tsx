// R10: a screen reader speaks each line of an offer in its language.
import { changeWords } from '@bonisa/domain/consent/consent';
import { LANGUAGES } from '@bonisa/domain/languages';
import { PACKAGES } from '@bonisa/domain/packages/package-catalogue';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OfferTerms } from './accept-offer.tsx';

const DAILY = PACKAGES[0] as (typeof PACKAGES)[number];
const wordsIn = (language: (typeof LANGUAGES)[number]) =>
  changeWords({ service: 'Vula', package: DAILY, supportNumber: '0800', language });

it.each(LANGUAGES)('marks the English lines of an offer in %s, and no other', (language) => {
  const words = wordsIn(language);
  const html = renderToStaticMarkup(
    <OfferTerms price="5.00" service_period="day" when="" words={words} />,
  );
  const english = wordsIn('en');
  const marked = [...html.matchAll(/<p lang="en">([^<]*)</g)].map(([, line]) => line);
  expect(html.match(/<p[ >]/g)).toHaveLength(words.length + 1);
  expect(marked).toEqual(language === 'en' ? [] : words.filter((line) => english.includes(line)));
});
