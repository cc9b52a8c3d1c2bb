import type { CreditRole } from '@bonisa/contract/page-data';

/** How roles are told: over several people, and of one person's part in a title. */
export const CREDIT_WORDS: Readonly<Record<CreditRole, { heading: string; part: string }>> = {
  cast: { heading: 'Cast', part: 'Cast' },
  presenter: { heading: 'Presented by', part: 'Presenter' },
  director: { heading: 'Directed by', part: 'Director' },
  writer: { heading: 'Written by', part: 'Writer' },
  music: { heading: 'Music by', part: 'Music' },
};

/** What somebody did in a title: `Thandi · Director`; an acted part is told by whom they play. */
export function partWords(
  roles: readonly { role: CreditRole; character: string | null }[],
): string {
  return roles
    .map(({ role, character }) => (character ? `as ${character}` : CREDIT_WORDS[role].part))
    .join(' · ');
}
