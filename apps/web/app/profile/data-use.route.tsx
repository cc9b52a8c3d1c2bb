import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../browser/load-again.ts';
import { pageData } from '../page-context.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/data-use.route.ts';
import { ProfilePage } from './profile-page.tsx';

const DataUseScreen = lazyPart(() => import('../data/data-use-screen.tsx'));

/** What an hour costs at each data choice: live channels play the recordings of the catalogue. */
export async function loader({ context }: Route.LoaderArgs) {
  const live = await pageData(context).live({ page: 1 });
  return { hourCosts: live?.hourCosts ?? null };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('profile.data')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** What this device has used. Only its browser knows, so the figures appear with the script. */
export default function DataUse({ loaderData: { hourCosts } }: Route.ComponentProps) {
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
          <DataUseScreen hourCosts={hourCosts} />
        </Suspense>
      ) : (
        waiting
      )}
    </ProfilePage>
  );
}
