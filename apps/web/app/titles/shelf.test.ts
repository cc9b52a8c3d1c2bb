import { expect, it } from 'vitest';
import { plainLinks } from './shelf.tsx';

it('names the entries that a row does not show at once, as text that cannot end an element', () => {
  expect(
    plainLinks([{ address: '/video/a', title: `Isi'Bane </noscript><script> & "more"` }]),
  ).toBe(
    '<div class="shelf-rest-links"><a class="chip" href="/video/a">Isi&#39;Bane &#60;/noscript&#62;&#60;script&#62; &#38; &#34;more&#34;</a></div>',
  );
});
