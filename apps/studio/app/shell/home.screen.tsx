import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useMay, usePerson } from '../calls/person.tsx';
import { studioSettings } from '../calls/settings.ts';
import { Page } from '../design/page.tsx';
import { addressOf, GROUPS, screensFor } from '../screens.ts';
import { lazyPart } from './lazy-part.ts';
import { SignInNote } from './sign-in-note.tsx';

// The calls that it makes are not needed for the first screen to appear.
const Waiting = lazyPart(() => import('./waiting.tsx'));
const FirstSteps = lazyPart(() => import('./first-steps.tsx'));

/** The first screen: where to go, by what the person may do. */
export default function HomeScreen() {
  const person = usePerson();
  const screens = screensFor(person.scopes);
  const mayEdit = useMay('catalogue:write');
  const mayBegin = useMay('operations:read') || mayEdit;
  return (
    <Page
      title={`Welcome, ${person.name}`}
      intro={`What you may do at ${studioSettings().brand}. Ctrl K goes anywhere.`}
    >
      <SignInNote />
      <Suspense fallback={null}>
        {mayBegin && <FirstSteps />}
        <Waiting />
      </Suspense>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {GROUPS.map((group) => {
          const own = screens.filter((screen) => screen.group === group && screen.label);
          if (own.length === 0) return null;
          return (
            <section key={group} className="rounded-card border border-rule bg-sheet p-5">
              <h2 className="mb-2 text-heading">{group}</h2>
              <ul className="flex flex-wrap gap-x-5 gap-y-2">
                {own.map((screen) => (
                  <li key={screen.path}>
                    <Link to={addressOf(screen)} className="text-mark underline">
                      {screen.label}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Page>
  );
}
