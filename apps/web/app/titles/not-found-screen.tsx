import { ButtonLink } from '../design/button.tsx';
import { StepBand } from '../design/step-band.tsx';
import { say } from '../words/words.ts';

/** The 'not found' screen, with links onwards. */
export function NotFoundScreen({ what = say('missing.this_page') }: { what?: string }) {
  return (
    <div className="page-column">
      <StepBand className="mb-8" />
      <h1 className="text-title">{say('missing.heading', { what })}</h1>
      <p className="mt-3 text-quiet">{say('missing.help')}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="/">
          {say('go_home')}
        </ButtonLink>
        <ButtonLink to="/channels">{say('missing.browse')}</ButtonLink>
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
