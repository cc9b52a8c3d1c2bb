import oldBrowserUrl from './old-browser.js?url';

/** `toSpliced` is the newest of what the scripts use (Chrome 110, Firefox 115, Safari 16). */
const SCRIPT = `[].toSpliced||document.write('<script src="${oldBrowserUrl}"><\\/script>')`;

/**
 * Has an old browser fetch what it lacks, before any script of the page runs. Others pay for one
 * line.
 */
export function OldBrowser() {
  return (
    <script
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours, only rendered on the server
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? SCRIPT : '' }}
    />
  );
}
