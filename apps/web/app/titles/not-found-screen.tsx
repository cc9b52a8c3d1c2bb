import { ButtonLink } from '../design/button.tsx';
import { StepBand } from '../design/step-band.tsx';

/** The 'not found' screen, with links onwards. */
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

/** Shows 'not found' within the page for a 404; passes any other error to the error page. */
export function NotFoundOr({ error, what }: { error: unknown; what: string }) {
  if (typeof error === 'object' && error !== null && 'status' in error && error.status === 404)
    return <NotFoundScreen what={what} />;
  throw error;
}
