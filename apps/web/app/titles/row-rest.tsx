import type { PlainEntry } from './home-rows.ts';

/**
 * The rest of a row in a page whose script is not there (yet): names that lead to what they name.
 * With a script nothing of it is seen: a browser reads what stands in `noscript` as text, and the
 * tiles take its place.
 */
export function RowRest({ entries }: { entries: readonly PlainEntry[] | undefined }) {
  return (
    <li className="shelf-rest">
      <noscript
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by plainLinks, only rendered on the server
        dangerouslySetInnerHTML={{
          __html: import.meta.env.SSR && entries ? plainLinks(entries) : '',
        }}
      />
    </li>
  );
}

/**
 * Links as text: an element of React's for each of them would cost more than all tiles that are
 * seen.
 */
export function plainLinks(entries: readonly PlainEntry[]): string {
  const links = entries.map(
    ({ address, title }) => `<a class="chip" href="${escaped(address)}">${escaped(title)}</a>`,
  );
  return `<div class="shelf-rest-links">${links.join('')}</div>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
