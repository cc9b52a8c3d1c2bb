import { Link } from 'react-router';
import { CloseIcon } from '../design/icons.tsx';
import { StepBand } from '../design/step-band.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/profile-menu.route.ts';
import { ProfileMenu } from './profile-menu.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * The profile menu as a page (rows R4, S6), the same for everybody. From other pages the top bar
 * opens it as a dialog.
 */
export default function ProfileMenuPage() {
  return (
    <div className="profile-menu-ground">
      <dialog open className="profile-menu profile-menu-page" aria-labelledby="profile-menu">
        <div className="profile-menu-body">
          <StepBand className="profile-menu-band" />
          <div className="profile-menu-head">
            <h1 id="profile-menu" className="text-title">
              {say('profile.hello')}
            </h1>
            <Link to="/" className="icon-button" aria-label={say('close')}>
              <CloseIcon />
            </Link>
          </div>
          <ProfileMenu />
        </div>
      </dialog>
    </div>
  );
}
