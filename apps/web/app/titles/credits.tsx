import type { Credit, CreditRole } from '@bonisa/contract/page-data';
import { PageLink } from '../browser/page-link.tsx';
import { say } from '../words/words.ts';
import { personAddress } from './addresses.ts';

/** The display order of roles. */
const ROLES: readonly CreditRole[] = ['cast', 'presenter', 'director', 'writer', 'music'];

/** The people who made a title; each name links to their titles. */
export function Credits({ credits }: { credits: readonly Credit[] }) {
  if (credits.length === 0) return null;
  return (
    <section className="about-people">
      <h2 className="text-heading">{say('credit.heading')}</h2>
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
      <dt>{HEADINGS[role]()}</dt>
      {people.map((person) => (
        <dd key={person.slug}>
          <PageLink to={personAddress(person)} className="credit">
            <span className="credit-name">{person.name}</span>
            {person.character ? (
              <span className="credit-as">{say('credit.as', { character: person.character })}</span>
            ) : null}
          </PageLink>
        </dd>
      ))}
    </div>
  );
}

/** The headings of roles, for several people. */
const HEADINGS: Readonly<Record<CreditRole, () => string>> = {
  cast: () => say('credit.cast'),
  presenter: () => say('credit.presented_by'),
  director: () => say('credit.directed_by'),
  writer: () => say('credit.written_by'),
  music: () => say('credit.music_by'),
};

/** One person's part in a title. */
const PARTS: Readonly<Record<CreditRole, () => string>> = {
  cast: () => say('credit.cast'),
  presenter: () => say('credit.presenter'),
  director: () => say('credit.director'),
  writer: () => say('credit.writer'),
  music: () => say('credit.music'),
};

/** A person's roles in a title: `Thandi · Director`; a cast member is shown with the character. */
export function partWords(
  roles: readonly { role: CreditRole; character: string | null }[],
): string {
  return roles
    .map(({ role, character }) => (character ? say('credit.as', { character }) : PARTS[role]()))
    .join(' · ');
}
