import { ButtonLink } from './design/button.tsx';
import { StepBand } from './design/step-band.tsx';

/** X2: what is said when nobody knows better. */
export const UNEXPECTED_ERROR = 'An error occurred.\nPlease try again or contact support';

/** The error page (S5). `message` is the server's own description where there is one (X3). */
export function ErrorScreen({ message = UNEXPECTED_ERROR }: { message?: string | undefined }) {
  return (
    <div className="mx-auto w-full max-w-[30rem] px-(--edge) py-10">
      <StepBand className="mb-8" />
      <h1 className="text-title">Opps Error:</h1>
      <p role="alert" className="mt-4 whitespace-pre-line text-body">
        {message}
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="." reloadDocument>
          Try again
        </ButtonLink>
        <ButtonLink to="/" reloadDocument>
          Go to Home
        </ButtonLink>
      </div>
    </div>
  );
}
