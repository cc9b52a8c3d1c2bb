import { type BrandTokens, bandOf } from '@bonisa/domain/brand/brand-look';
import { type Language, languageTag } from '@bonisa/domain/languages';
import type { CleanedSvg } from '@bonisa/kit/brand/brand-svg';
import { PLAIN_WORDS } from '../plain-words.ts';

/** The brand's facts in the offline page. */
export interface OfflineBrand {
  readonly name: string;
  readonly supportNumber: string;
  /** The operator's colours and logo, in the place of the design's. */
  readonly folder?:
    | {
        readonly tokens: BrandTokens;
        readonly logo?: (CleanedSvg & { hasName: boolean }) | undefined;
      }
    | undefined;
}

/**
 * The page for a navigation without a network. One file of three kilobytes without fonts or
 * pictures, because phones store it; colours and shapes are those of the design tokens. The wanted
 * page comes by itself when the network is back.
 */
export function offlinePage(brand: OfflineBrand, language: Language): string {
  const { offline, needsNetwork, goesOn } = PLAIN_WORDS[language];
  return plainPage(brand, language, {
    title: escaped(offline),
    words: `<p>${escaped(needsNetwork)}</p>\n<p class="quiet">${escaped(goesOn)}</p>
<script>${COMES_BACK}</script>`,
  });
}

/**
 * Asks when the browser says that it is online, when the page is seen again, and every ten seconds
 * while it is: a browser with a weak signal believes to be online all the time. Without a network a
 * question costs nothing.
 */
const COMES_BACK = `const ask=()=>document.hidden||!navigator.onLine||fetch("/sw.js",{method:"HEAD",cache:"no-store"}).then(()=>location.reload(),()=>{});
addEventListener("online",ask);document.addEventListener("visibilitychange",ask);setInterval(ask,10000)`;

/** A page in one file, without fonts or pictures. `words` is HTML. */
export function plainPage(
  { name, supportNumber, folder }: OfflineBrand,
  language: Language,
  { title, words }: { title: string; words: string },
): string {
  const { home, tryAgain, goHome, help } = PLAIN_WORDS[language];
  const brand = escaped(name);
  const number = escaped(supportNumber);
  const tokens = folder?.tokens ?? DESIGN;
  const mark = folder ? logoOf(folder.logo) : markIn(tokens);
  const shownName = folder?.logo?.hasName ? '' : `<span>${brand}</span>`;
  return `<!DOCTYPE html>
<html lang="${languageTag(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="${tokens['--color-ink']}">
<meta name="robots" content="noindex">
<title>${title} · ${brand}</title>
<style>${styleIn(tokens, !folder)}</style>
</head>
<body>
<header><a href="/" aria-label="${brand}, ${home}">${mark}${shownName}</a></header>
<div class="band" aria-hidden="true"></div>
<main>
<h1>${title}</h1>
${words}
<p class="actions"><a class="button" href="">${tryAgain}</a><a class="button plain" href="/">${goHome}</a></p>
<p class="quiet">${help}: <a href="tel:${escaped(supportNumber.replace(/\s/g, ''))}">${number}</a></p>
</main>
</body>
</html>
`;
}

/** The colours of the design (`apps/web/app/design/tokens.css`) that these pages use. */
const DESIGN: BrandTokens = {
  '--color-ink': '#120c1c',
  '--color-plum': '#3a1f5d',
  '--color-bone': '#fff3e0',
  '--color-quiet': '#c9bcd6',
  '--color-ochre': '#ffb627',
  '--color-sunset': '#ff6a3d',
};

function markIn(tokens: BrandTokens): string {
  const { '--color-ink': ink, '--color-sunset': sunset, '--color-ochre': ochre } = tokens;
  return `<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><path d="M2 30V17h4v-5h3V7h3V3h8v4h3v5h3v5h4v13h-9v-6h-2v-3h-6v3h-2v6z" fill="${sunset}" stroke="${ink}" stroke-width="1.6"/><path d="M16 7.2l4.6 5.3-4.6 5.3-4.6-5.3z" fill="${ochre}" stroke="${ink}" stroke-width="2"/></svg>`;
}

const LOGO_HEIGHT = 30;

/** In the page itself, because a phone keeps one file. */
function logoOf(logo: CleanedSvg | undefined): string {
  if (!logo) return '';
  const { svg, width, height } = logo;
  const data = Buffer.from(svg).toString('base64');
  return `<img src="data:image/svg+xml;base64,${data}" alt="" width="${Math.round((LOGO_HEIGHT * width) / height)}" height="${LOGO_HEIGHT}">`;
}

/** The small letters of the name are ours, as its mark is (`apps/web/app/design/logo.tsx`). */
function styleIn(tokens: BrandTokens, isOurs: boolean): string {
  const letters = isOurs ? ';text-transform:lowercase' : '';
  const { '--color-ink': ink, '--color-bone': bone } = tokens;
  const { '--color-quiet': quiet, '--color-ochre': ochre } = tokens;
  return `
:root{color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:${ink};color:${bone};font:.9375rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{padding:1rem 1.25rem .5rem}
header a{display:inline-flex;gap:.625rem;align-items:center;min-height:2.75rem;color:inherit;text-decoration:none;font-size:1.375rem;font-weight:800;letter-spacing:-.015em${letters}}
.band{height:2.5rem;background:url("${bandOf(tokens)}") 0 0/6rem 2.5rem round}
main{max-width:30rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.75rem;line-height:1.12;letter-spacing:-.015em}
p{margin-top:1rem}
.quiet{color:${quiet}}
.quiet a{display:inline-block;padding:.6875rem 0;color:${bone}}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1.375rem;border:1px solid transparent;border-radius:.875rem;background:${ochre};color:${ink};font-size:1.0625rem;font-weight:700;text-decoration:none}
.plain{background:#ffffff1a;border-color:#ffffff14;color:${bone}}
a:focus-visible{outline:3px solid ${ochre};outline-offset:3px}
`;
}

/** A text escaped for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
