import { Link } from 'react-router';
import { isFirstDayFree, useSite } from '../brand.ts';
import { say } from '../words/words.ts';

/** What this is and costs, for a visitor; the hint hides it from a viewer who is signed in. */
export function Pitch({ words }: { words: string }) {
  const { packages } = useSite();
  if (packages.length === 0) return null;
  return (
    <p className="pitch visitor-only">
      <strong>{words}</strong>
      <Link to="/enter-number" className="shelf-more">
        {isFirstDayFree(packages) ? say('home.start_free') : say('flow.packages.choose')}
      </Link>
    </p>
  );
}
