import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillPlaces, readLegalText } from './legal-text.ts';

const FACTS = {
  service: 'Vula',
  company: 'Vula Ltd',
  address: '',
  carrier: 'Karoo',
  supportNumber: '0800',
  supportEmail: '',
  publicUrl: 'https://vula.example',
  prices: 'R5.00 per day',
};

it('a legal text has a version and sections of paragraphs', () => {
  const text = readLegalText(
    'version: 2026-11-23\n\n## Who we are\nWe are\r\n{company}.\n\nCall us.\n\n## Money\n\n{prices}.\n',
  );
  expect(text).toEqual({
    version: '2026-11-23',
    sections: [
      ['Who we are', 'We are {company}.', 'Call us.'],
      ['Money', '{prices}.'],
    ],
  });
});

it('the places of a legal text are filled with the brand’s facts', () => {
  expect(fillPlaces('{service} costs {prices}.', FACTS)).toBe('Vula costs R5.00 per day.');
});

it.each([
  ['', 'must begin with a line'],
  ['version: 2026-13-45\n\n## A\n\nb', 'must begin with a line'],
  ['version: 2026-11-23', 'must have a section'],
  ['version: 2026-11-23\n\nwords', 'must begin with a heading'],
  ['version: 2026-11-23\n\n## A\n\n## B\n\nc', 'has nothing under "A"'],
])('a legal text that is not complete is refused: %j', (text, reason) => {
  expect(readLegalText(text)).toContain(reason);
});

it('any text is read or refused with a sentence, and no section is empty', () => {
  const line = fc.constantFrom('version: 2026-11-23', '## A', '', 'words', '{service}', '{x}', '#');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const read = readLegalText(lines.join('\n'));
      if (typeof read === 'string') expect(read.length).toBeGreaterThan(10);
      else for (const section of read.sections) expect(section.length).toBeGreaterThan(1);
    }),
  );
});
