import { createHash } from 'node:crypto';

const ELEMENT = /<(script|style)(\s[^>]*)?>([\s\S]*?)<\/\1>/gi;
/** Data blocks are not executed, so they need no permission. */
const DATA_BLOCK = /\stype\s*=\s*["']?(application|text\/plain)/i;

export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * The SHA-256 sources (`'sha256-…'`) of every inline script and style of a rendered page, each
 * once, in the page's order.
 */
export function inlineHashes(html: string): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const [, name, attributes = '', text = ''] of html.matchAll(ELEMENT)) {
    if (name?.toLowerCase() === 'style') styles.add(hashSource(text));
    else if (!/\ssrc\s*=/i.test(attributes) && !DATA_BLOCK.test(attributes))
      scripts.add(hashSource(text));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * The policy of one page. No `unsafe-inline` for scripts: inline scripts are named by their hashes.
 * `more` are further sources: the fraud provider's script and its endpoint, and the address of
 * media and pictures.
 */
export function contentSecurityPolicy(
  hashes: InlineHashes,
  more: {
    scripts?: readonly string[];
    connects?: readonly string[];
    media?: string | undefined;
  } = {},
): string {
  const media = more.media === undefined ? [] : [new URL(more.media).origin];
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts, ...(more.scripts ?? [])].join(' '),
    ["style-src 'self'", ...hashes.styles].join(' '),
    // Widths of progress bars and placeholders of pictures; an attribute cannot load a style sheet.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...media].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...media, ...(more.connects ?? [])].join(' '),
    ["media-src 'self' blob:", ...media].join(' '),
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
