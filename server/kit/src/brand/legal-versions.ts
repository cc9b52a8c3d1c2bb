/**
 * The versions of our own legal texts (`server/content/src/legal`). They change with every change
 * of a text: consents cite them, and a start refuses another text under a version that the database
 * has.
 */
export const TERMS_VERSION = '2026-11-27';
const PRIVACY_POLICY_VERSION = '2026-11-27';

/** The version of our own policy: with a tag manager (its id, else '') it has other sentences. */
export function ourPrivacyVersion(tagManager: string): string {
  return tagManager === '' ? PRIVACY_POLICY_VERSION : `${PRIVACY_POLICY_VERSION}-tags`;
}

/** The versions of the texts that viewers are shown, as consents cite them. */
export interface LegalVersions {
  readonly terms: string;
  readonly privacy: string;
}

interface OwnTexts {
  readonly words?: { readonly tagManager?: string | undefined };
  readonly terms?: { readonly version: string } | undefined;
  readonly privacy?: { readonly version: string } | undefined;
}

/** The versions of the brand's own texts, else those of ours. */
export function legalVersionsOf(folder: OwnTexts | undefined): LegalVersions {
  return {
    terms: folder?.terms?.version ?? TERMS_VERSION,
    privacy: folder?.privacy?.version ?? ourPrivacyVersion(folder?.words?.tagManager ?? ''),
  };
}
