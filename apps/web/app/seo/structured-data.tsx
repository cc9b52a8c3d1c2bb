import { memo } from 'react';
import type { SchemaNode } from './json-ld.ts';

/**
 * The JSON-LD of a page for search engines: a data block that is never run. Only the server's page
 * contains it, so pass `import.meta.env.SSR ? [...] : undefined`: then the browser's script
 * contains none of it.
 */
export const StructuredData = memo(function StructuredData({
  nodes,
}: {
  nodes: readonly SchemaNode[] | undefined;
}) {
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by asScriptText
      dangerouslySetInnerHTML={{
        __html: nodes ? asScriptText({ '@context': 'https://schema.org', '@graph': nodes }) : '',
      }}
    />
  );
});

const HARMFUL = /[<>&\u2028\u2029]/g;

/**
 * JSON for use inside a `<script>`: no part of it can end the element or begin another. It reads
 * back as the same value.
 */
export function asScriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    HARMFUL,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
