import { type ComponentType, type ReactNode, useId } from 'react';
import { Link, useNavigate } from 'react-router';
import { useBrand } from '../brand.ts';
import { useViewer } from '../browser/viewer.ts';
import {
  DocumentIcon,
  ForwardIcon,
  GaugeIcon,
  HelpIcon,
  LeaveIcon,
  ShareIcon,
  SpeechIcon,
  WalletIcon,
} from '../design/icons.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { holdingWords, numberHint } from './account-words.ts';
import { logOut } from './log-out.ts';
import { useAction } from './use-action.ts';

/**
 * The profile menu (row S6) below its head: the same entries on the page `/profile` and in the
 * dialog. Everything except Log Out is a link, so it works before hydration.
 */
export function ProfileMenu() {
  const brand = useBrand();
  return (
    <>
      <SignedInNumber />
      <nav aria-label={say('profile')}>
        <ul className="profile-menu-list">
          <Entry
            to="/profile/account"
            Icon={WalletIcon}
            name={say('profile.account')}
            note={say('profile.account.note')}
          />
          <Entry
            to="/profile/data"
            Icon={GaugeIcon}
            name={say('profile.data')}
            note={say('profile.data.note')}
          />
          <Entry
            to="/profile/help"
            Icon={HelpIcon}
            name={say('profile.help')}
            note={say('profile.help.note')}
          />
          <Entry
            to="/profile/feedback"
            Icon={SpeechIcon}
            name={say('profile.feedback')}
            note={say('profile.feedback.note')}
          />
          <Entry
            to="/profile/invite"
            Icon={ShareIcon}
            name={say('profile.invite')}
            note={say('profile.invite.note', { service: brand.name })}
          />
          <Entry
            to="/terms-and-conditions"
            Icon={DocumentIcon}
            name={say('profile.terms')}
            note={say('profile.terms.note')}
          />
          <LogOut />
        </ul>
      </nav>
    </>
  );
}

interface EntryWords {
  Icon: ComponentType;
  name: string;
  note: string;
}

function Entry({ to, Icon, name, note }: EntryWords & { to: string }) {
  const id = useId();
  return (
    <li className="profile-menu-entry">
      <Sign Icon={Icon} />
      <span className="profile-menu-words">
        <Link to={to} className="profile-menu-press" aria-describedby={id}>
          {name}
        </Link>
        <Note id={id}>{note}</Note>
      </span>
      <ForwardIcon className="profile-menu-go" />
    </li>
  );
}

function Sign({ Icon }: Pick<EntryWords, 'Icon'>) {
  return (
    <span className="profile-menu-sign">
      <Icon />
    </span>
  );
}

/** A note beside an entry's name, not part of the name. */
function Note({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} className="block text-small text-quiet">
      {children}
    </span>
  );
}

/**
 * Only for signed-in viewers (row P2). While the viewer is unknown, the hint decides whether to
 * reserve its space, so that nothing moves later.
 */
function LogOut() {
  const id = useId();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { busy, problem, run } = useAction();
  if (viewer.state === 'known' && !viewer.viewer.signed_in) return null;
  const press = () =>
    run(async () => {
      await logOut();
      await navigate('/');
    });
  return (
    <>
      <li className={`profile-menu-entry${viewer.state === 'waiting' ? ' member-only' : ''}`}>
        <Sign Icon={LeaveIcon} />
        <span className="profile-menu-words">
          <button
            type="button"
            className="profile-menu-press"
            aria-describedby={id}
            aria-busy={busy || undefined}
            onClick={busy ? undefined : press}
          >
            {say('profile.log_out')}
          </button>
          <Note id={id}>{busy ? say('profile.logging_out') : say('profile.on_device')}</Note>
        </span>
      </li>
      {problem ? (
        <li className="p-3">
          <ErrorNotice>{problem}</ErrorNotice>
        </li>
      ) : null}
    </>
  );
}

/** The signed-in number, or the link to sign in. */
function SignedInNumber() {
  const viewer = useViewer();
  if (viewer.state === 'known' && viewer.viewer.signed_in) {
    const { msisdn, subscription } = viewer.viewer;
    return (
      <p className="profile-menu-who">
        <span className="font-semibold whitespace-nowrap">{numberHint(msisdn)}</span>
        <span className="text-quiet">{holdingWords(subscription)}</span>
      </p>
    );
  }
  if (viewer.state === 'failed') {
    return (
      <p className="profile-menu-who text-quiet" role="status">
        {say('profile.failed')}{' '}
        <button type="button" className="button-link button" onClick={viewer.retry}>
          {say('try_again')}
        </button>
      </p>
    );
  }
  const waits = viewer.state === 'waiting';
  return (
    <>
      {waits ? (
        <p className="profile-menu-who member-only" role="status">
          <span className="text-quiet">{say('profile.looking_up')}</span>
        </p>
      ) : null}
      <p className={`profile-menu-who${waits ? ' visitor-only' : ''}`}>
        <span className="text-quiet">{say('profile.visitor')}</span>
        <Link
          to={signInAddress('/profile')}
          className="text-link inline-flex min-h-11 items-center"
        >
          {say('profile.sign_in')}
        </Link>
      </p>
    </>
  );
}
