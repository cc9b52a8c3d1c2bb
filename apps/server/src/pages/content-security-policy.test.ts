import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy, inlineHashes, withTagManager } from './content-security-policy.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the content security policy of a page', () => {
  it('names every inline script and style by its hash, and no other', () => {
    const html = `<head><style>a{}</style><script>one()</script><script type="module" async="">two()</script>
      <script src="/assets/x.js"></script><script type="application/ld+json">{"a":1}</script></head>`;
    expect(inlineHashes(html)).toEqual({
      scripts: [hash('one()'), hash('two()')],
      styles: [hash('a{}')],
    });
  });

  it('names a repeated text once', () => {
    expect(inlineHashes('<script>a</script><script>a</script>').scripts).toEqual([hash('a')]);
  });

  it('hashes texts with line ends, dollars and angle brackets as the browser does', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/<\/?(script|style)/i.test(text));
        expect(inlineHashes(`<script data-a="1">${text}</script>`).scripts).toEqual([hash(text)]);
      }),
    );
  });

  it('never lets an unnamed script run', () => {
    const policy = contentSecurityPolicy(inlineHashes('<script>a</script>'), {
      scripts: ["'sha256-guard'"],
      connects: ['https://fraud.example'],
    });
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src '));
    expect(scripts).toBe(`script-src 'self' ${hash('a')} 'sha256-guard'`);
    expect(policy).toContain("connect-src 'self' https://fraud.example");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("media-src 'self' blob:");
    expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toContain('unsafe');
  });

  it('allows media, pictures and requests from MEDIA_URL by its origin, and from no other', () => {
    const policy = contentSecurityPolicy(inlineHashes(''), {
      media: ['https://cdn.example/of/the/brand'],
    }).split('; ');
    expect(policy).toContain("media-src 'self' blob: https://cdn.example");
    expect(policy).toContain("img-src 'self' data: https://cdn.example");
    expect(policy).toContain("connect-src 'self' https://cdn.example");
    expect(policy.filter((part) => part.includes('cdn.example'))).toHaveLength(3);
  });

  it('lets the operator’s tag manager load, and nothing where there is none', () => {
    const own = { 'script-src': ["'sha256-guard'"], 'connect-src': ['https://fraud.example'] };
    expect(withTagManager(own, undefined)).toBe(own);
    const sources = withTagManager(own, 'GTM-ABC1234');
    expect(sources['script-src']).toEqual(["'sha256-guard'", 'https://www.googletagmanager.com']);
    expect(sources['connect-src']).toContain('https://fraud.example');
    expect(sources['img-src']).toContain('https://*.google-analytics.com');
    expect(JSON.stringify(sources)).not.toContain('unsafe');
  });
});
