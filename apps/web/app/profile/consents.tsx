import { dateWords, dayWords, proofWords } from './account-words.ts';
import { Few } from './few.tsx';
import type { AccountData } from './use-account.ts';

/**
 * Every consent as recorded: the words and price shown, the time, and how the number was proven.
 */
export function Consents({ consents }: { consents: AccountData['consents'] }) {
  if (consents.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-heading">What you agreed to</h2>
      <Few all={consents} first={5} what="agreements">
        {(shown) => (
          <div className="mt-3 grid gap-2">
            {shown.map((consent) => (
              <details key={consent.id} className="fold">
                <summary>
                  {consent.package_name}, R{consent.price} · {dateWords(consent.at)}
                </summary>
                <div className="fold-body">
                  <blockquote className="whitespace-pre-line">{consent.words}</blockquote>
                  <p className="text-small text-quiet">
                    Accepted on {dayWords(consent.at)}. Your number was proven by{' '}
                    {proofWords(consent.proof)}. Wording {consent.version}.
                  </p>
                </div>
              </details>
            ))}
          </div>
        )}
      </Few>
    </section>
  );
}
