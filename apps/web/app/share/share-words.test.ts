import { expect, it } from 'vitest';
import { whatsAppAddress } from './share-words.ts';

it('shares any title by WhatsApp with its address on a line of its own', () => {
  const address = new URL(whatsAppAddress('Pots & Lids: 100 %', 'https://tv.example/video/a?b=1'));
  expect(address.origin + address.pathname).toBe('https://wa.me/');
  expect(address.searchParams.get('text')).toBe(
    'Pots & Lids: 100 %\nhttps://tv.example/video/a?b=1',
  );
});
