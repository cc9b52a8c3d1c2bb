import type { CreditRole } from '@bonisa/contract/page-data';

/** The texts of roles: the heading for several people, and one person's part in a title. */
export const CREDIT_WORDS: Readonly<Record<CreditRole, { heading: string; part: string }>> = {
  cast: { heading: 'Cast', part: 'Cast' },
  presenter: { heading: 'Presented by', part: 'Presenter' },
  director: { heading: 'Directed by', part: 'Director' },
  writer: { heading: 'Written by', part: 'Writer' },
  music: { heading: 'Music by', part: 'Music' },
};

/** A person's roles in a title: `Thandi · Director`; a cast member is shown with the character. */
export function partWords(
  roles: readonly { role: CreditRole; character: string | null }[],
): string {
  return roles
    .map(({ role, character }) => (character ? `as ${character}` : CREDIT_WORDS[role].part))
    .join(' · ');
}
