import { data } from 'react-router';
import { ButtonLink } from '../design/button.tsx';
import { StepBand } from '../design/step-band.tsx';
import type { Route } from './+types/not-found.route.ts';

/** Nothing lives at this address: a page with status 404, inside the main layout. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }];

export default function NotFound() {
  return <NotFoundScreen />;
}

/** Says so, and where to go from here. */
export function NotFoundScreen({ what = 'this page' }: { what?: string }) {
  return (
    <div className="page-column">
      <StepBand className="mb-8" />
      <h1 className="text-title">We could not find {what}</h1>
      <p className="mt-3 text-quiet">It may have moved, or its run may be over. There is plenty more to watch.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="/">
          Go to Home
        </ButtonLink>
        <ButtonLink to="/channels">Browse channels</ButtonLink>
      </div>
    </div>
  );
}
