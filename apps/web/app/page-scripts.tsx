import { createContext, useContext } from 'react';

/** The texts of the two scripts that start React Router in the browser. */
export interface PageStart {
  /** Runs at once: what the server hands to the browser. */
  readonly context: string;
  /** A module: loads the scripts of the page. */
  readonly load: string;
}

const NO_TEXTS: PageStart = { context: '', load: '' };

/** The texts for the page that the server renders (`page-start.ts`). */
export const PageStartContext = /* @__PURE__ */ createContext(NO_TEXTS);

/**
 * Stands in for React Router's `<Scripts>`, which preloads a hundred kilobytes of script in the
 * head: on a slow network these delay the first picture. The browser's component has no texts and
 * leaves both elements as they are.
 */
export const PageScripts = import.meta.env.SSR
  ? () => <ScriptElements {...useContext(PageStartContext)} />
  : () => <ScriptElements {...NO_TEXTS} />;

function ScriptElements({ context, load }: PageStart) {
  return (
    <>
      <script
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: data that React Router serialised for a script
        dangerouslySetInnerHTML={{ __html: context }}
      />
      <script
        type="module"
        async
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of our own build
        dangerouslySetInnerHTML={{ __html: load }}
      />
    </>
  );
}
