// Questions and answers of the operator, as a file of its brand.
import { describe, expect, it } from 'vitest';
import { fillHelp, HELP_PLACES, type HelpPlace, readHelpText } from './help-text.ts';

const FILE = `without: live, children

## How do I stop {service}? {#stop}

also: cancel end

Call {supportNumber}. It is
free.

And at once.

## Where is it made? {#made}
In the Karoo.`;

describe('questions and answers in a file', () => {
  it('are topics with anchors, paragraphs and further words', () => {
    expect(readHelpText(FILE)).toEqual({
      without: ['live', 'children'],
      topics: [
        {
          id: 'stop',
          question: 'How do I stop {service}?',
          answer: ['Call {supportNumber}. It is free.', 'And at once.'],
          also: 'cancel end',
        },
        { id: 'made', question: 'Where is it made?', answer: ['In the Karoo.'], also: '' },
      ],
    });
    expect(readHelpText(FILE.replaceAll('\n', '\r\n'))).toEqual(readHelpText(FILE));
    expect(readHelpText('')).toEqual({ without: [], topics: [] });
  });

  it.each([
    ['a heading without an anchor', '## How?\n\nSo.', /headings such as/],
    ['an anchor with signs', '## How? {#Stop It}\n\nSo.', /headings such as/],
    ['words before the first heading', 'So.\n\n## How? {#how}\n\nSo.', /headings such as/],
    ['a question without an answer', '## How? {#how}\n\nalso: so', /no answer to "How\?"/],
    ['a place that is none', '## How? {#how}\n\n{prize}', /names \{prize\}; known are service/],
    ['the same anchor twice', '## A? {#a}\n\nB.\n\n## C? {#a}\n\nD.', /has \{#a\} twice/],
    ['an answer without end', `## A? {#a}\n\n${'x'.repeat(1501)}`, /more than 1500 letters/],
  ])('are refused with %s', (_, text, problem) => {
    expect(readHelpText(text)).toMatch(problem);
  });

  it('have the facts of the brand in their places', () => {
    const facts = Object.fromEntries(HELP_PLACES.map((place) => [place, `<${place}>`]));
    expect(fillHelp('{service}{orWrite}', facts as Record<HelpPlace, string>)).toBe(
      '<service><orWrite>',
    );
  });
});
