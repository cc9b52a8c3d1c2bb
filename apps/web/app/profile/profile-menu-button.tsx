import { Suspense, useEffect, useId, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../browser/load-again.ts';
import { CloseIcon, PersonIcon } from '../design/icons.tsx';
import { StepBand } from '../design/step-band.tsx';
import { showDialog } from '../layouts/show-dialog.ts';
import { LanguageChoice } from '../words/language-choice.tsx';
import { say } from '../words/words.ts';

/** Loaded when a viewer is about to open the menu. */
const loadMenu = () =>
  import('./profile-menu.tsx').then(({ ProfileMenu }) => ({ default: ProfileMenu }));
const ProfileMenu = lazyPart(loadMenu);

const PROFILE = '/profile';

/**
 * The profile button of the top bar (row L1) with the menu that it opens over the page (row S6). It
 * is a link to `/profile`, which works without a script. With one the address becomes `/profile`
 * while the page below stays; Back, Escape and Close return to it. A reload at that address shows
 * the page `/profile` itself.
 */
export function ProfileMenuButton() {
  const location = useLocation();
  const open = location.mask?.pathname === PROFILE;
  const isThere = location.pathname === PROFILE;
  return (
    <>
      <Link
        {...(isThere
          ? { to: PROFILE }
          : {
              to: { pathname: location.pathname, search: location.search, hash: '#profile-menu' },
              mask: PROFILE,
              preventScrollReset: true,
            })}
        className="icon-button"
        aria-label={say('profile')}
        aria-haspopup={isThere ? undefined : 'dialog'}
        onPointerEnter={loadMenu}
        onFocus={loadMenu}
      >
        <PersonIcon />
      </Link>
      <ProfileMenuDialog open={open} place={location.key} />
    </>
  );
}

/**
 * `place`: the key of the history entry. A press while Back is still under way opens the menu
 * again.
 */
function ProfileMenuDialog({ open, place }: { open: boolean; place: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry opens it once, and who closes it is not asked again
  useEffect(() => {
    if (open) showDialog(dialog.current);
    else dialog.current?.close();
  }, [open, place]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the menu closes it; Escape is the dialog's own
    <dialog
      ref={dialog}
      className="profile-menu"
      aria-labelledby={id}
      onClose={() => {
        // Closed by the viewer, not by a navigation.
        if (open) void navigate(-1);
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      {open ? (
        <div className="profile-menu-body">
          <StepBand className="profile-menu-band" />
          <div className="profile-menu-head">
            <h2 id={id} className="text-title">
              {say('profile.hello')}
            </h2>
            <button
              type="button"
              className="icon-button"
              aria-label={say('close')}
              onClick={() => dialog.current?.close()}
            >
              <CloseIcon />
            </button>
          </div>
          {/* Close stays as it is, and has the focus, when the entries arrive. */}
          <Suspense fallback={<div className="min-h-[28rem]" />}>
            <ProfileMenu />
            <LanguageChoice />
          </Suspense>
        </div>
      ) : null}
    </dialog>
  );
}
