import { useState, useSyncExternalStore } from 'react';
import { isFirstDayFree, useSite } from '../brand.ts';
import { Button } from '../design/button.tsx';
import { ShareIcon } from '../design/icons.tsx';
import { language } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/invite.route.ts';
import { type Invitation, invitation } from './invitation.ts';
import { ProfilePage } from './profile-page.tsx';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile.invite')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * Invite a friend (row S8). Opens the phone's share sheet if it has one, else copies the link;
 * WhatsApp and SMS are links that need no script.
 */
export default function Invite() {
  const { brand, publicUrl, packages } = useSite();
  const invited = invitation({
    name: brand.name,
    publicUrl,
    trial: isFirstDayFree(packages),
    share: brand.texts?.[language()]?.share,
  });
  return (
    <ProfilePage heading={say('profile.invite')}>
      <p className="max-w-[34rem]">{say('invite.pitch', { service: brand.name })}</p>
      <figure className="invite sheet">
        <figcaption className="text-small text-quiet">{say('invite.preview')}</figcaption>
        <p className="mt-2">{invited.text}</p>
        <p className="mt-1 font-semibold break-words text-ochre">{invited.url}</p>
      </figure>
      <div className="mt-5 flex flex-wrap gap-3">
        <ShareOrCopy invited={invited} />
        <a
          className="button button-quiet"
          href={invited.whatsapp}
          target="_blank"
          rel="noopener noreferrer"
        >
          WhatsApp
        </a>
        <a className="button button-quiet" href={invited.sms}>
          SMS
        </a>
      </div>
      <p className="mt-8 text-small text-quiet">{say('invite.private')}</p>
    </ProfilePage>
  );
}

/** Focuses and selects a field when it appears. */
function mark(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

const never = () => () => undefined;
const canShare = (): boolean => typeof navigator.share === 'function';

function ShareOrCopy({ invited }: { invited: Invitation }) {
  const shares = useSyncExternalStore(never, canShare, () => false);
  const [told, setTold] = useState('');
  const [byHand, setByHand] = useState(false);
  const share = async () => {
    try {
      await navigator.share({ title: invited.title, text: invited.text, url: invited.url });
      setTold(say('invite.shared'));
    } catch (error) {
      // Closing the share sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${invited.text} ${invited.url}`);
      setTold(say('invite.copied'));
    } catch {
      // Without permission to write to the clipboard, the link is selected for copying by hand.
      setByHand(true);
      setTold(say('invite.by_hand'));
    }
  };
  return (
    <div className="needs-script contents">
      {shares ? (
        <Button look="primary" onClick={share}>
          <ShareIcon width="20" height="20" />
          {say('invite.share')}
        </Button>
      ) : null}
      <Button look={shares ? 'quiet' : 'primary'} onClick={copy}>
        {say('invite.copy')}
      </Button>
      <p role="status" className={told ? 'order-last w-full' : 'sr-only'}>
        {told}
      </p>
      {byHand ? (
        <label className="order-last w-full">
          <span className="field-label">{say('invite.link')}</span>
          <input className="field-input" readOnly value={invited.url} ref={mark} />
        </label>
      ) : null}
    </div>
  );
}
