import { ButtonLink } from '../design/button.tsx';
import { StepBand } from '../design/step-band.tsx';

/** Says so, and where to go from here. */
export function NotFoundScreen({ what = 'this page' }: { what?: string }) {
  return (
    <div className="page-column">
      <StepBand className="mb-8" />
      <h1 className="text-title">We could not find {what}</h1>
      <p className="mt-3 text-quiet">
        It may have moved, or its run may be over. There is plenty more to watch.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="/">
          Go to Home
        </ButtonLink>
        <ButtonLink to="/channels">Browse channels</ButtonLink>
      </div>
    </div>
  );
}

/** What is not there says so inside the page; anything else is the error page's. */
export function NotFoundOr({ error, what }: { error: unknown; what: string }) {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404)
    return <NotFoundScreen what={what} />;
  throw error;
}
