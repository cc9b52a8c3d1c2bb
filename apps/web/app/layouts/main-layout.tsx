import { Link, NavLink, Outlet } from 'react-router';
import { useBrand } from '../brand.ts';
import { BookmarkIcon, BrowseIcon, HomeIcon } from '../design/icons.tsx';
import { Logo } from '../design/logo.tsx';
import { ProfileMenuButton } from '../profile/profile-menu-button.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { PaymentRoom } from '../viewer/payment-room.tsx';
import { ViewerTasks } from '../viewer/viewer-tasks.tsx';
import { LanguageChoice } from '../words/language-choice.tsx';
import { say } from '../words/words.ts';
import { PlayerPlace } from './player-place.tsx';

/** The main layout (row L1): top bar, and the places, which float at the bottom of a phone. */
export default function MainLayout() {
  return (
    <>
      <a href="#content" className="skip-link">
        {say('frame.skip')}
      </a>
      <PaymentRoom />
      <TopBar />
      <main id="content" tabIndex={-1} className="relative pb-8 outline-none">
        <PlayerPlace />
        <Outlet />
      </main>
      <footer className="site-foot">
        <Link to="/profile/help">{say('help')}</Link>
        <Link to="/terms-and-conditions">{say('frame.terms')}</Link>
        <Link to="/privacy-policy">{say('frame.privacy')}</Link>
        <LanguageChoice />
      </footer>
      <ViewerTasks />
    </>
  );
}

/**
 * Logo, places, search and profile. The places come before the content for the keyboard; style
 * sheets put them at the bottom of a phone and at the top of a wide screen.
 */
function TopBar() {
  const brand = useBrand();
  return (
    <header className="top-bar">
      <Link
        to="/"
        className="inline-flex min-h-11 items-center no-underline"
        aria-label={say('frame.logo', { service: brand.name })}
      >
        <Logo name={brand.name} look={brand.look} />
      </Link>
      <Places />
      <div className="flex gap-2">
        <SearchButton />
        <ProfileMenuButton />
      </div>
    </header>
  );
}

const places = () => [
  { to: '/', label: say('frame.home'), Sign: HomeIcon },
  { to: '/channels', label: say('frame.browse'), Sign: BrowseIcon },
  { to: '/my-list', label: say('my_list'), Sign: BookmarkIcon },
];

function Places() {
  return (
    <nav className="bottom-bar" aria-label={say('frame.main')}>
      {places().map(({ to, label, Sign }) => (
        <NavLink key={to} to={to} end={to === '/'} className="bottom-bar-place">
          <Sign />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
