import { useViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { BookmarkIcon } from '../design/icons.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { signInAddress } from '../titles/addresses.ts';
import { ListScreen, ListWaiting } from '../viewer/list-screen.tsx';
import { say } from '../words/words.ts';
import type { Route } from './+types/my-list.route.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `${say('my_list')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/**
 * My List (row R3). The page is the same for everybody; the list follows by call, for signed-in
 * viewers only.
 */
export default function MyList() {
  const viewer = useViewer();
  const known = viewer.state === 'known' ? viewer.viewer : undefined;
  return (
    <>
      <h1 className="page-title">{say('my_list')}</h1>
      {viewer.state === 'failed' ? (
        <div className="list-words">
          <ErrorNotice>{say('list.load_failed')}</ErrorNotice>
          <Button className="mt-4" onClick={viewer.retry}>
            {say('try_again')}
          </Button>
        </div>
      ) : null}
      {viewer.state === 'waiting' ? (
        <>
          <div className="member-only">
            <ListWaiting />
          </div>
          <div className="visitor-only">
            <Visitor />
          </div>
        </>
      ) : null}
      {known ? known.signed_in ? <ListScreen /> : <Visitor /> : null}
    </>
  );
}

/** The purpose of a list, for a visitor. */
function Visitor() {
  return (
    <div className="list-words">
      <BookmarkIcon width="40" height="40" className="text-ochre" />
      <h2 className="mt-3 text-heading">{say('list.purpose')}</h2>
      <p className="mt-2 text-quiet">{say('list.purpose.help')}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink look="primary" to={signInAddress('/my-list')}>
          {say('profile.sign_in')}
        </ButtonLink>
        <ButtonLink to="/">{say('list.find')}</ButtonLink>
      </div>
    </div>
  );
}
