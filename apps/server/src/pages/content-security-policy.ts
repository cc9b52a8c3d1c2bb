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
    images?: readonly string[];
    media?: readonly string[] | undefined;
  } = {},
): string {
  const media = (more.media ?? []).map((url) => new URL(url).origin);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.scripts, ...(more.scripts ?? [])].join(' '),
    ["style-src 'self'", ...hashes.styles].join(' '),
    // Widths of progress bars and placeholders of pictures; an attribute cannot load a style sheet.
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...media, ...(more.images ?? [])].join(' '),
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

/** Sources that a page needs beside its own, by the name of the directive. */
export interface PageSources {
  readonly 'script-src': readonly string[];
  readonly 'connect-src'?: readonly string[];
  readonly 'img-src'?: readonly string[];
}

const TAG_MANAGER = 'https://www.googletagmanager.com';
/** Google's own analytics; scripts of others that a container names stay forbidden. */
const ANALYTICS = ['https://*.google-analytics.com', 'https://*.analytics.google.com'];

/** The sources of a page that loads the operator's tag manager, if there is one. */
export function withTagManager(sources: PageSources, container: string | undefined): PageSources {
  if (!container) return sources;
  return {
    'script-src': [...sources['script-src'], TAG_MANAGER],
    'connect-src': [...(sources['connect-src'] ?? []), TAG_MANAGER, ...ANALYTICS],
    'img-src': [...(sources['img-src'] ?? []), TAG_MANAGER, ...ANALYTICS],
  };
}
