import { useLogout } from 'ra-core';
import { type ComponentType, type SVGProps, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { usePerson } from '../calls/person.tsx';
import { studioSettings } from '../calls/settings.ts';
import {
  ChartIcon,
  FilmIcon,
  GearIcon,
  LeaveIcon,
  LiveIcon,
  MoneyIcon,
  PersonIcon,
  PhoneIcon,
  StaffIcon,
} from '../design/icons.tsx';
import { addressOf, GROUPS, type Group, type Screen, screensFor } from '../screens.ts';
import { CommandSearch } from './command-search.tsx';

const ICONS: Readonly<Record<Group, ComponentType<SVGProps<SVGSVGElement>>>> = {
  Catalogue: FilmIcon,
  Live: LiveIcon,
  Care: PhoneIcon,
  Money: MoneyIcon,
  Audience: ChartIcon,
  Service: GearIcon,
  People: StaffIcon,
};

const ENTRY =
  'flex min-h-9 items-center rounded-mark px-3 text-quiet hover:bg-dusk hover:text-bone aria-[current=page]:bg-dusk aria-[current=page]:font-semibold aria-[current=page]:text-bone aria-[current=page]:shadow-[inset_3px_0_0_var(--color-ochre)]';

/** Has the screen's script at hand when its entry is pressed. */
function preload({ load }: Screen): void {
  // The press loads it again, and says what is wrong.
  load().catch(() => undefined);
}

/** The night side: brand, search, screens by group, the person. */
export function SideNavigation() {
  const person = usePerson();
  const { brand, logo, siteUrl } = studioSettings();
  const screens = screensFor(person.scopes);
  const signOut = useLogout();
  const { pathname } = useLocation();
  const entries = useRef<HTMLElement>(null);
  // The list is longer than the window: the entry of a screen that was opened elsewhere is shown.
  useEffect(() => {
    const selector = `[href="/${pathname.split('/')[1]}"], [aria-current=page]`;
    entries.current?.querySelector(selector)?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <div className="night flex h-full flex-col bg-ink text-bone">
      <div className="px-4 pt-5 pb-3">
        <Link to="/" className="flex items-center gap-3">
          {logo && <img src={logo} alt="" className="h-8 w-auto" />}
          <span className="font-display text-heading font-bold">{brand}</span>
          <span className="rounded-full border border-quiet/50 px-2 text-small text-quiet">
            studio
          </span>
        </Link>
      </div>
      <div className="step-line" aria-hidden="true" />
      <div className="px-4 pt-4">
        <CommandSearch />
      </div>
      <nav
        ref={entries}
        aria-label="Studio"
        className="min-h-0 flex-1 overflow-y-auto px-4 py-4"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
      >
        {GROUPS.map((group) => {
          const own = screens.filter((screen) => screen.group === group && screen.label);
          if (own.length === 0) return null;
          const Icon = ICONS[group];
          return (
            <div key={group} className="mb-4">
              <h2 className="mb-1 flex items-center gap-2 text-small text-ochre">
                <Icon width="16" height="16" /> {group}
              </h2>
              <ul>
                {own.map((screen) => (
                  <li key={screen.path}>
                    <NavLink
                      to={addressOf(screen)}
                      className={ENTRY}
                      onPointerEnter={() => preload(screen)}
                      onFocus={() => preload(screen)}
                    >
                      {screen.label}
                    </NavLink>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <div className="border-quiet/20 border-t px-4 py-3 text-small">
        <NavLink to="/me" className={ENTRY}>
          <PersonIcon className="mr-2 shrink-0" />
          <span className="min-w-0">
            <span className="block truncate">{person.name}</span>
            <span className="block truncate text-small text-quiet">{person.roles.join(', ')}</span>
          </span>
        </NavLink>
        <a href={siteUrl} target="_blank" rel="noreferrer" className={ENTRY}>
          Open the site
        </a>
        <button type="button" onClick={() => signOut()} className={`${ENTRY} w-full`}>
          <LeaveIcon className="mr-2" /> Sign out
        </button>
      </div>
    </div>
  );
}
