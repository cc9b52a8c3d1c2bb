import { Link, NavLink, Outlet } from 'react-router';
import { useBrand } from '../brand.ts';
import { useOfflineWorker } from '../browser/offline-worker.ts';
import { BookmarkIcon, GridIcon, HomeIcon } from '../design/icons.tsx';
import { Logo } from '../design/logo.tsx';
import { ProfileMenuButton } from '../profile/profile-menu-button.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { ViewerTasks } from '../viewer/viewer-tasks.tsx';

/** The main layout (row L1): top bar and floating bottom navigation. */
export default function MainLayout() {
  useOfflineWorker();
  return (
    <>
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <TopBar />
      <main id="content" tabIndex={-1} className="pb-(--bar-room) outline-none">
        <Outlet />
      </main>
      <BottomBar />
      <ViewerTasks />
    </>
  );
}

function TopBar() {
  const brand = useBrand();
  return (
    <header className="top-bar">
      <Link
        to="/"
        className="inline-flex min-h-11 items-center no-underline"
        aria-label={`${brand.name}, home`}
      >
        <Logo name={brand.name} />
      </Link>
      <div className="flex gap-2">
        <SearchButton />
        <ProfileMenuButton />
      </div>
    </header>
  );
}

const PLACES = [
  { to: '/', label: 'Home', Icon: HomeIcon },
  { to: '/channels', label: 'Browse', Icon: GridIcon },
  { to: '/my-list', label: 'My List', Icon: BookmarkIcon },
] as const;

function BottomBar() {
  return (
    <nav className="bottom-bar" aria-label="Main">
      {PLACES.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end={to === '/'} className="bottom-bar-place">
          <Icon />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  );
}
