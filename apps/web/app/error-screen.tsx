import { useEffect, useSyncExternalStore } from 'react';
import { useBrand } from './brand.ts';
import { ButtonLink } from './design/button.tsx';
import { StepBand } from './design/step-band.tsx';
import { say } from './words/words.ts';

/** The fallback text of the error page (row X2). */
export const unexpectedError = (): string => say('error.unexpected');

/** The error page (row S5). `message`: the server's description where it exists (row X3). */
export function ErrorScreen({ message = unexpectedError() }: { message?: string | undefined }) {
  const { supportNumber } = useBrand();
  const offline = useSyncExternalStore(onConnection, isOffline, () => false);
  // What failed for want of a network comes by itself when it is back.
  useEffect(() => {
    if (!offline) return;
    const comeBack = () => location.reload();
    addEventListener('online', comeBack);
    return () => removeEventListener('online', comeBack);
  }, [offline]);
  return (
    <div className="mx-auto w-full max-w-[30rem] px-(--edge) py-10">
      <StepBand className="mb-8" />
      <h1 className="text-title">{say('error.heading')}</h1>
      <p role="alert" className="mt-4 whitespace-pre-line text-body">
        {message}
      </p>
      {offline ? <p className="mt-3 text-quiet">{say('error.offline')}</p> : null}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink look="primary" to="." reloadDocument>
          {say('try_again')}
        </ButtonLink>
        <ButtonLink to="/" reloadDocument>
          {say('go_home')}
        </ButtonLink>
      </div>
      {supportNumber === '' ? null : (
        <p className="mt-8 text-small text-quiet">
          {say('error.support')}{' '}
          <a
            className="text-link inline-flex min-h-11 items-center"
            href={`tel:${supportNumber.replace(/[^+0-9]/g, '')}`}
          >
            {supportNumber}
          </a>
        </p>
      )}
    </div>
  );
}

const isOffline = (): boolean => !navigator.onLine;

function onConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
