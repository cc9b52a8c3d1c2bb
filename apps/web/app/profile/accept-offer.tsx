import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { say } from '../words/words.ts';

interface OfferTermsProps {
  /** Rand, as `5.00`. */
  readonly price: string;
  readonly service_period: string;
  /** When it is charged. */
  readonly when: string;
  /** The wording of the consent, line by line. */
  readonly words: readonly string[];
}

/** Price and wording beside Accept, as the consent record stores them. */
export function OfferTerms({ price, service_period, when, words }: OfferTermsProps) {
  return (
    <div className="offer" role="status">
      <p className="offer-price">
        <span>
          R{price}
          <wbr />/{service_period}
        </span>{' '}
        <span className="offer-when">{when}</span>
      </p>
      <div className="offer-words">
        {words.map((line, at) => (
          // Three are in the viewer's language; those after them are the English ones.
          <p key={line} lang={at > 2 ? 'en' : undefined}>
            {line}
          </p>
        ))}
      </div>
    </div>
  );
}

interface AcceptActionsProps {
  readonly busy: boolean;
  /** Why the last Accept came to nothing. */
  readonly problem: string | undefined;
  /** Whether Accept asks the carrier for money now. */
  readonly chargesNow: boolean;
  readonly onLeft: () => void;
}

/** Accept and the way out of an offer of the account, with the last problem above them. */
export function AcceptActions({ busy, problem, chargesNow, onLeft }: AcceptActionsProps) {
  return (
    <>
      {problem ? (
        <div className="mt-4">
          <ErrorNotice>{problem}</ErrorNotice>
        </div>
      ) : null}
      <div className="flow-actions">
        <Button
          type="submit"
          look="primary"
          wide
          busy={busy}
          busyLabel={chargesNow ? say('account.change.asking') : say('account.change.changing')}
        >
          {say('flow.accept')}
        </Button>
        <Button wide disabled={busy} onClick={onLeft}>
          {say('account.change.leave')}
        </Button>
      </div>
    </>
  );
}
