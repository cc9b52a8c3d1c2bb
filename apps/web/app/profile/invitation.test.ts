// S8: Invite Friends.

import { LANGUAGES } from '@bonisa/domain/languages';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { renderIn } from '../words/find-text.ts';
import { invitation } from './invitation.ts';

it("puts text and address unaltered into each way of sharing, whatever the brand's name", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
      const { text, url, whatsapp, sms } = invitation({
        name,
        publicUrl: 'https://bonisa.example',
        trial: true,
      });
      expect(url).toBe('https://bonisa.example/');
      expect(new URL(whatsapp).searchParams.get('text')).toBe(`${text} ${url}`);
      expect(decodeURIComponent(sms.replace('sms:?&body=', ''))).toBe(`${text} ${url}`);
    }),
  );
});

it('has no sign that makes two short messages of one', () => {
  const site = { name: 'Karoo', publicUrl: 'https://karoo.example', trial: true };
  for (const language of LANGUAGES)
    expect(renderIn(language, () => invitation(site)).text).not.toContain('\u2060');
});

it('promises a free day only where it is told of one', () => {
  const site = { name: 'Karoo', publicUrl: 'https://karoo.example' };
  expect(invitation({ ...site, trial: true }).text).toMatch(/the first day is free:$/);
  expect(invitation({ ...site, trial: false }).text).toMatch(/paid with airtime:$/);
});
