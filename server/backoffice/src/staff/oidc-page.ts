import { COMPANY_SIGN_IN_PATH } from '@bonisa/contract/studio/company-sign-in';
import type { AddressProof } from '@bonisa/domain/staff/company-sign-in';
import type { AppError } from '@bonisa/kit/http/app-error';
import { type OidcRefusal, RefusedOidc } from './refused-oidc.ts';

/** The pages at the end of the company's sign-in, in the look of the pages of sign-in. */

/** Only files of the studio's own origin; the pages have no script. */
export const OIDC_PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** As long as the longest address. */
const LONGEST_WORD = 254;

/** The page that goes on to the studio. */
export function signedInPage(brand: string): string {
  return page({
    brand,
    head: '<meta http-equiv="refresh" content="0;url=/">',
    content: '<h2>You are signed in</h2><p><a href="/">Go on to the studio</a></p>',
  });
}

/** The page of the other tab, in which a person has shown a factor again. */
export function confirmedPage(brand: string): string {
  return page({
    brand,
    head: '',
    content: `<h2>It is you</h2>
<p>Close this tab, and press 'Go on' in the studio. It counts for five minutes.</p>`,
  });
}

/** The page of a refused sign-in: what happened, and what the person can do. */
export function refusedPage(brand: string, error: AppError): string {
  const isRefused = error.code === 'sign_in_refused';
  const heading = isRefused ? 'That was not right' : 'The sign-in did not finish';
  const content = `<div class="card" role="alert">
<h2>${heading}</h2>
${error instanceof RefusedOidc ? WORDS[error.refusal.kind](error.refusal as never) : wordsOf(error)}
</div>
<p class="actions">${error instanceof RefusedOidc ? waysOn(error.refusal) : AGAIN}</p>`;
  return page({ brand, head: '', content });
}

const link = (query: string, words: string): string =>
  `<a class="button" href="${COMPANY_SIGN_IN_PATH}?${query}">${words}</a>`;
const AGAIN = `${link('again=1', 'Try again at your company')}
<a href="/sign-in">Other ways to sign in</a>`;
const CONFIRM_AGAIN = `${link('fresh=1', 'Try again at your company')}
<a href="/">Back to the studio</a>`;

/** Where the person goes on; who was to confirm a session is signed in already. */
function waysOn({ kind }: OidcRefusal): string {
  return kind === 'other_account' || kind === 'old_auth_time' || kind === 'no_auth_time'
    ? CONFIRM_AGAIN
    : AGAIN;
}

function wordsOf({ code, message }: AppError): string {
  return code === 'sign_in_refused'
    ? '<p>This sign-in was used before, took too long, or began in another browser. Please begin again.</p>'
    : `<p>${escaped(message)}</p>`;
}

type WordsOf<Kind extends OidcRefusal['kind']> = (
  refusal: Extract<OidcRefusal, { readonly kind: Kind }>,
) => string;

const WORDS: { readonly [Kind in OidcRefusal['kind']]: WordsOf<Kind> } = {
  stranger: strangerWords,
  company: ({ answer }) =>
    `<p>Your company signed nobody in. Its answer was <code>${shown(answer)}</code>.</p>`,
  other_account: ({
    address,
  }) => `<p>Your company named another person than the one who is signed in
to the studio here. Nothing is confirmed, and nothing has changed.</p>
${addressWords(address)}`,
  old_auth_time: () => `<p>Your company says that it asked you too long ago. Sign out there, or let
it ask you again, and try once more.</p>`,
  no_auth_time: () => `<p>Your company does not say when it asked you (<code>auth_time</code>), so
its sign-in confirms nothing here.</p>
<ul>
<li>Confirm with a passkey or a code of an authenticator app, if you have one.</li>
<li>If you have none, ask the studio's administrator to reset your account: the link lets you set
one up, and the sign-in at your company stays.</li>
</ul>`,
};

function addressWords(address: string | undefined): string {
  return address === undefined
    ? '<p>Your company gave no e-mail address of yours.</p>'
    : `<p>Your company gave the address <code>${shown(address)}</code>.</p>`;
}

/** Says the same for every account that does not let this person in. */
function strangerWords({ address, proof }: Parameters<WordsOf<'stranger'>>[0]): string {
  return `<p>Your company knows you, but no account of the studio takes this sign-in.</p>
${addressWords(address)}
<ul>
<li>If this is another person's address, try again and choose your own.</li>
<li>Ask the studio's administrator to invite you with exactly this address, or to look at the
account that you have.</li>${address === undefined ? '' : PROOF_WORDS[proof]}
</ul>`;
}

const PROOF_WORDS: Readonly<Record<AddressProof, string>> = {
  proven: '',
  unproven: `
<li>Your company says that this address is not proven (<code>email_verified</code>). Its own support
can prove it.</li>`,
  untold: `
<li>Your company does not say whether the address is proven (<code>email_verified</code>). The
studio's operator can have it say so, or decide to trust its addresses.</li>`,
};

/** A word of the company: shown in part, never trusted. */
function shown(word: string): string {
  return escaped(word.slice(0, LONGEST_WORD));
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
