import { ButtonLink } from '../design/button.tsx';
import { BookmarkIcon } from '../design/icons.tsx';
import { StepBand } from '../design/step-band.tsx';
import type { Route } from './+types/my-list.route.ts';

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `My List · ${matches[0]?.loaderData?.config.brand.name ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

/** R3. Nothing can be kept yet, and the page says so kindly. */
export default function MyList() {
  return (
    <div className="page-column">
      <h1 className="text-title">My List</h1>
      <StepBand className="my-8" />
      <BookmarkIcon width="40" height="40" className="text-ochre" />
      <h2 className="mt-3 text-heading">Nothing kept here yet</h2>
      <p className="mt-2 max-w-[30rem] text-quiet">
        This is where the shows that you keep for later will wait for you. Until then, find something good on Home.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="/">
          Find something to watch
        </ButtonLink>
        <ButtonLink to="/channels">Browse channels</ButtonLink>
      </div>
    </div>
  );
}
