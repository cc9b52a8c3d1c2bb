import { useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/states.tsx';
import { dateTime } from '../design/time.ts';

/**
 * What the sign-in page leaves for the first screen
 * (`server/backoffice/src/staff/pages/studio.page.js`).
 */
const KEY = 'studio.sign-in';

interface SignIn {
  readonly last_sign_in: {
    readonly at: string;
    readonly method: string;
    readonly network: string;
  } | null;
  readonly refused_before: number;
}

/** What a person must notice if somebody else has signed in as them, or has tried to. */
export function SignInNote() {
  const [signIn, setSignIn] = useState(read);
  if (!signIn) return null;
  const { last_sign_in: last, refused_before: refused } = signIn;
  const close = (): void => {
    sessionStorage.removeItem(KEY);
    setSignIn(undefined);
  };
  return (
    <Notice tone={refused > 0 ? 'warning' : 'info'}>
      {last && (
        <p>
          The sign-in before: {dateTime(last.at)}, by {last.method}, from {last.network}.
        </p>
      )}
      {refused > 0 && <p>Refused tries since then: {refused}.</p>}
      <Button size="small" className="mt-2" onClick={close}>
        It was me
      </Button>
    </Notice>
  );
}

function read(): SignIn | undefined {
  const written = sessionStorage.getItem(KEY);
  if (written === null) return undefined;
  const signIn = JSON.parse(written) as SignIn;
  return signIn.last_sign_in || signIn.refused_before > 0 ? signIn : undefined;
}
