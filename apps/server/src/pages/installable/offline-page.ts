/** The brand's facts in the offline page. */
export interface OfflineBrand {
  readonly name: string;
  readonly supportNumber: string;
}

/**
 * The page for a navigation without a network. One file of three kilobytes without scripts, fonts
 * or pictures, because phones store it; colours and shapes are those of the design tokens.
 */
export function offlinePage(brand: OfflineBrand): string {
  return plainPage(brand, {
    title: 'You are offline',
    words: `<p>This page needs the internet, and your phone has none at the moment. Check that mobile data or Wi-Fi is on and that there is signal.</p>
<p class="quiet">Being offline changes nothing about a subscription: if you have one, it goes on, and its price is taken when it is due, until you stop it.</p>`,
  });
}

/** A page in one file, without scripts, fonts or pictures. `words` is HTML. */
export function plainPage(
  { name, supportNumber }: OfflineBrand,
  { title, words }: { title: string; words: string },
): string {
  const brand = escaped(name);
  const number = escaped(supportNumber);
  return `<!DOCTYPE html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#120c1c">
<meta name="robots" content="noindex">
<title>${title} · ${brand}</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/" aria-label="${brand}, home">${MARK}<span>${brand}</span></a></header>
<div class="band" aria-hidden="true"></div>
<main>
<h1>${title}</h1>
${words}
<p class="actions"><a class="button" href="">Try again</a><a class="button plain" href="/">Go to Home</a></p>
<p class="quiet">Help: <a href="tel:${escaped(supportNumber.replace(/\s/g, ''))}">${number}</a></p>
</main>
</body>
</html>
`;
}

const MARK =
  '<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><path d="M2 30V17h4v-5h3V7h3V3h8v4h3v5h3v5h4v13h-9v-6h-2v-3h-6v3h-2v6z" fill="#ff6a3d" stroke="#120c1c" stroke-width="1.6"/><path d="M16 7.2l4.6 5.3-4.6 5.3-4.6-5.3z" fill="#ffb627" stroke="#120c1c" stroke-width="2"/></svg>';

const BAND =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 96 40' width='96' height='40' preserveAspectRatio='none'%3E%3Cpath fill='%233a1f5d' d='M0 0h96v40H0z'/%3E%3Cpath d='M0 42V28h12V16h12V4h48v12h12v12h12v14z' fill='%23ff6a3d' stroke='%23120c1c' stroke-width='4'/%3E%3Cpath d='M24 42V30h12V18h24v12h12v12z' fill='%23fff3e0' stroke='%23120c1c' stroke-width='4'/%3E%3Cpath d='M48 20l9 11-9 11-9-11z' fill='%23ffb627' stroke='%23120c1c' stroke-width='4'/%3E%3C/svg%3E";

const STYLE = `
:root{color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:#120c1c;color:#fff3e0;font:.9375rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{padding:1rem 1.25rem .5rem}
header a{display:inline-flex;gap:.625rem;align-items:center;min-height:2.75rem;color:inherit;text-decoration:none;font-size:1.375rem;font-weight:800;letter-spacing:-.015em;text-transform:lowercase}
.band{height:2.5rem;background:url("${BAND}") 0 0/6rem 2.5rem round}
main{max-width:30rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.75rem;line-height:1.12;letter-spacing:-.015em}
p{margin-top:1rem}
.quiet{color:#c9bcd6}
.quiet a{display:inline-block;padding:.6875rem 0;color:#fff3e0}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:2rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3.25rem;padding:.5rem 1.375rem;border:1px solid transparent;border-radius:.875rem;background:#ffb627;color:#120c1c;font-size:1.0625rem;font-weight:700;text-decoration:none}
.plain{background:#ffffff1a;border-color:#ffffff14;color:#fff3e0}
a:focus-visible{outline:3px solid #ffb627;outline-offset:3px}
`;

/** A text escaped for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
