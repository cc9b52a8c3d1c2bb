import type { AppError } from '../platform/http/app-error.ts';
import { BEGIN_PATH } from './oidc.service.ts';
import { RefusedOidc } from './refused-oidc.ts';

/** The pages at the end of the company's sign-in, in the look of the pages of sign-in. */

/** Only files of the studio's own origin; the pages have no script. */
export const OIDC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Longer addresses are cut: the company's word is shown, never trusted. */
const LONGEST_ADDRESS = 254;

/** The page that goes on to the studio. */
export function signedInPage(brand: string): string {
  return page({
    brand,
    head: '<meta http-equiv="refresh" content="0;url=/">',
    content: '<h2>You are signed in</h2><p><a href="/">Go on to the studio</a></p>',
  });
}

/** The page of a refused sign-in: what happened, and what the person can do. */
export function refusedPage(brand: string, error: AppError): string {
  const isRefused = error.code === 'sign_in_refused';
  const heading = isRefused ? 'That was not right' : 'The sign-in did not finish';
  const address = error instanceof RefusedOidc ? error.address : undefined;
  const words = isRefused
    ? 'This sign-in was used before, took too long, or began in another browser. Please begin again.'
    : escaped(error.message);
  const content = `<div class="card" role="alert">
<h2>${heading}</h2>
${error instanceof RefusedOidc ? strangerWords(address) : `<p>${words}</p>`}
</div>
<p class="actions"><a class="button" href="${BEGIN_PATH}?fresh=1">Try again at your company</a>
<a href="/sign-in">Other ways to sign in</a></p>`;
  return page({ brand, head: '', content });
}

/** Says the same for every account that does not let this person in. */
function strangerWords(address: string | undefined): string {
  const given =
    address === undefined
      ? '<p>Your company gave no e-mail address of yours.</p>'
      : `<p>Your company gave the address <code>${escaped(address.slice(0, LONGEST_ADDRESS))}</code>.</p>`;
  return `<p>Your company knows you, but no account of the studio takes this sign-in.</p>
${given}
<ul>
<li>If this is another person's address, try again and choose your own.</li>
<li>Ask the studio's administrator to invite you with exactly this address, or to look at the
account that you have.</li>
<li>Your company must have proven the address. Its own support can do that.</li>
</ul>`;
}

interface PageParts {
  readonly brand: string;
  readonly head: string;
  readonly content: string;
}

function page({ brand, head, content }: PageParts): string {
  const name = `${escaped(brand)} studio`;
  return `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<link rel="stylesheet" href="/studio/studio.css">
<link rel="stylesheet" href="/studio/brand.css">
${head}
</head>
<body>
<main id="main">
<h1>${name}</h1>
<div class="steps" aria-hidden="true"></div>
${content}
</main>
</body>
</html>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
