import type { PlainEntry } from './home-rows.ts';

/**
 * The rest of a row for browsers without a script: links by name. With a script none of it is
 * visible: a browser treats the content of `noscript` as text, and tiles replace it.
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

/** The links as text: a React element for each would cost more than all visible tiles. */
export function plainLinks(entries: readonly PlainEntry[]): string {
  const links = entries.map(
    ({ address, title }) => `<a class="chip" href="${escaped(address)}">${escaped(title)}</a>`,
  );
  return `<div class="shelf-rest-links">${links.join('')}</div>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
