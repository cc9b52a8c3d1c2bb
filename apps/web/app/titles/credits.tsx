import type { Credit, CreditRole } from '@bonisa/contract/page-data';
import { Link } from 'react-router';
import { onIntent } from '../browser/prefetch.ts';
import { personAddress } from './addresses.ts';

/** The display order of roles. */
const ROLES: readonly CreditRole[] = ['cast', 'presenter', 'director', 'writer', 'music'];

/** The people who made a title; each name links to their titles. */
export function Credits({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null;
  return (
    <section className="about-people">
      <h2 className="text-heading">Who made it</h2>
      <dl className="credits">
        {ROLES.map((role) => {
          const people = credits.filter((credit) => credit.role === role);
          return people.length > 0 ? (
            <CreditsOfRole key={role} role={role} people={people} />
          ) : null;
        })}
      </dl>
    </section>
  );
}

function CreditsOfRole({ role, people }: { role: CreditRole; people: readonly Credit[] }) {
  return (
    <div>
      <dt>{CREDIT_WORDS[role].heading}</dt>
      {people.map((person) => (
        <dd key={person.slug}>
          <Link to={personAddress(person)} prefetch={onIntent()} className="credit">
            <span className="credit-name">{person.name}</span>
            {person.character ? <span className="credit-as">as {person.character}</span> : null}
          </Link>
        </dd>
      ))}
    </div>
  );
}

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
