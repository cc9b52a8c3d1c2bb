import { Link } from 'react-router';
import { Button } from '../design/button.tsx';
import { say } from '../words/words.ts';
import { leadsToAccount } from './play-refusal.ts';
import { refusalWords } from './refusal-words.ts';
import type { Player } from './use-player.ts';

/**
 * Shown if the hint said 'signed in' and the server refuses. It lies on the picture, so that
 * nothing on the page moves.
 */
export default function RefusalNotice({ player }: { player: Player }) {
  const { refusal } = player;
  if (!refusal) return null;
  return (
    <div role="status" className="stage-notice">
      <p>{refusalWords(refusal)}</p>
      <Remedy player={player} />
    </div>
  );
}

function Remedy({ player }: { player: Player }) {
  const reason = player.refusal?.reason;
  if (reason === 'other_device')
    return (
      <Button
        look="quiet"
        className="stage-notice-link mt-3"
        onClick={() => player.begin(undefined, true)}
      >
        {say('player.take_over')}
      </Button>
    );
  if (!reason || !leadsToAccount(reason)) return null;
  return (
    <Link to="/profile/account" className="text-link stage-notice-link">
      {say('player.my_account')}
    </Link>
  );
}
