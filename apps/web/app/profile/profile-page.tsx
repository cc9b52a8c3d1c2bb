import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BackIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';

/** The column of a profile screen: the link back to the menu, the heading and the content. */
export function ProfilePage({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="page-column">
      <p className="-ms-2">
        <Link to="/profile" className="profile-back">
          <BackIcon width="20" height="20" />
          {say('account.back')}
        </Link>
      </p>
      <h1 className="mb-5 text-title">{heading}</h1>
      {children}
    </div>
  );
}
