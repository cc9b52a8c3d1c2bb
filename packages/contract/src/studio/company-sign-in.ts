/**
 * Where a browser begins the sign-in at the company's OIDC: a page, beside the calls. With
 * `?again=1` the company asks the person, whoever is signed in there; with `?fresh=1` it does so
 * for a dangerous act, and a browser with a session shows a factor again in it.
 */
export const COMPANY_SIGN_IN_PATH = '/studio/sign-in/oidc';
