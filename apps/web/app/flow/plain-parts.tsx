// Parts of the pages of the sign-up without a script (`plain-pages.tsx`).
import { PLAIN_SIGN_UP_PATH, type PlainProblem } from '@bonisa/contract/plain-sign-up';
import { ofCode, ofOutcome } from '../browser/problem-words.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { language } from '../words/find-text.ts';
import { say, sayWith } from '../words/words.ts';

/** A problem of no field. */
export function ProblemText({ problem }: { problem: PlainProblem | undefined }) {
  if (!problem || problem.field !== null) return null;
  return (
    <div className="mt-5">
      <ErrorNotice>{wordsOf(problem)}</ErrorNotice>
    </div>
  );
}

/** In English the server's own sentence, as on the other pages. */
export function wordsOf({ description, code, outcome, retryAfter }: PlainProblem): string {
  if (language() === 'en') return description;
  const own = outcome ? ofOutcome(outcome) : code && ofCode(code, retryAfter);
  return own ?? description;
}

/** How to stop without a script. */
export function StopWords({ support }: { support: string }) {
  return <p className="mt-5">{sayWith('flow.plain.stop', { number: unbroken }, { support })}</p>;
}

export function Press({ name, children }: { name: 'accept' | 'decline'; children: string }) {
  return (
    <Button
      type="submit"
      name="press"
      value={name}
      look={name === 'accept' ? 'primary' : 'quiet'}
      wide
    >
      {children}
    </Button>
  );
}

export function Actions() {
  return (
    <div className="flow-actions">
      <Button type="submit" look="primary" wide>
        {say('flow.submit')}
      </Button>
      <Exit />
    </div>
  );
}

export function Exit() {
  return (
    <a href="/" className="button button-quiet button-wide">
      {say('flow.exit')}
    </a>
  );
}

export function ChangeNumber() {
  return (
    <a href={PLAIN_SIGN_UP_PATH} className="text-link py-3 whitespace-nowrap">
      {sayWith('flow.change_number', { more: (words) => <span className="sr-only">{words}</span> })}
    </a>
  );
}

export function TermsLink() {
  return (
    <p className="flow-foot">
      <a href="/terms-and-conditions" className="text-link inline-flex min-h-11 items-center">
        {say('terms_and_conditions')}
      </a>
    </p>
  );
}

export const strong = (words: string) => <strong className="whitespace-nowrap">{words}</strong>;
export const unbroken = (words: string) => <span className="whitespace-nowrap">{words}</span>;
