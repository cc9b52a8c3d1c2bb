import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../browser/load-again.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/data-use.route.ts';
import { ProfilePage } from './profile-page.tsx';

const DataUseScreen = lazyPart(() => import('../data/data-use-screen.tsx'));

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile.data')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** What this device has used. Only its browser knows, so the figures appear with the script. */
export default function DataUse() {
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  const waiting = <div className="waiting needs-script h-[32rem]" />;
  return (
    <ProfilePage heading={say('profile.data')}>
      <noscript>
        <p className="text-quiet">{say('usage.no_script')}</p>
      </noscript>
      {isBrowser ? (
        <Suspense fallback={waiting}>
          <DataUseScreen />
        </Suspense>
      ) : (
        waiting
      )}
    </ProfilePage>
  );
}
