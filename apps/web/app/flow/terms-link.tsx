import { href, Link } from 'react-router';

/** The link to the terms (rows S1, S2). */
export function TermsLink() {
  return (
    <p className="flow-foot">
      <Link
        to={href('/terms-and-conditions')}
        className="text-link inline-flex min-h-11 items-center"
      >
        Terms and conditions
      </Link>
    </p>
  );
}
