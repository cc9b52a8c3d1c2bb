import { Link } from 'react-router';
import { useSellsFreeDay } from '../brand.ts';
import { say } from '../words/words.ts';

/** What this is and costs, for a visitor; the hint hides it from a viewer who is signed in. */
export function Pitch({ words }: { words: string }) {
  const isFreeAtFirst = useSellsFreeDay();
  return (
    <p className="pitch visitor-only">
      <strong>{words}</strong>
      <Link to="/enter-number" className="shelf-more">
        {isFreeAtFirst ? say('home.start_free') : say('flow.packages.choose')}
      </Link>
    </p>
  );
}
