import type { PreviewView } from './preview.service.ts';

const TIME = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'full',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** What the bar of a preview says. */
function barWords({ as, at, isNow }: PreviewView): string {
  return `Preview: as ${as}, ${isNow ? 'now' : `at ${TIME.format(at)} (South Africa)`}`;
}

const BAR =
  'position:fixed;inset:auto 0 0 0;z-index:2147483647;display:flex;gap:16px;align-items:center;justify-content:center;padding:8px 16px;background:#ffd24a;color:#1a1200;font:600 16px/1.4 system-ui,sans-serif';
const BUTTON =
  'min-height:44px;padding:0 16px;border:2px solid #1a1200;border-radius:6px;background:#fff;color:#1a1200;font:inherit;cursor:pointer';

/** Puts the bar into a document, before its end; it has no script and no style sheet of its own. */
export function withPreviewBar(html: string, view: PreviewView): string {
  const bar = `<aside aria-label="Preview" data-preview style="${BAR}"><span>${barWords(view)}</span><form method="post" action="/preview/end" style="margin:0"><button style="${BUTTON}">End preview</button></form></aside>`;
  const end = html.lastIndexOf('</body>');
  const at = end < 0 ? html.length : end;
  return `${html.slice(0, at)}${bar}${html.slice(at)}`;
}
