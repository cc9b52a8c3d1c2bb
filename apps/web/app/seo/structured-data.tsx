import { memo } from 'react';
import { asScriptText } from './script-text.ts';
import type { Thing } from './things.ts';

/**
 * The JSON-LD of a page for search engines: a data block that is never run. Only the server's page
 * contains it, so pass `import.meta.env.SSR ? [...] : undefined`: then the browser's script
 * contains none of it.
 */
export const StructuredData = memo(function StructuredData({
  things,
}: {
  things: readonly Thing[] | undefined;
}) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by asScriptText
      dangerouslySetInnerHTML={{
        __html: things ? asScriptText({ '@context': 'https://schema.org', '@graph': things }) : '',
      }}
    />
  );
});
