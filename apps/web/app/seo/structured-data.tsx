import { memo } from 'react';
import { asScriptText } from './script-text.ts';
import type { Thing } from './things.ts';

/**
 * What a page is about, for search engines (JSON-LD). A data block: it is never run. Only the
 * server's page holds it, so hand it over as `import.meta.env.SSR ? [...] : undefined`: then the
 * browser's script carries nothing of it.
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
