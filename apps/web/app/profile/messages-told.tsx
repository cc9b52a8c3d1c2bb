import { dayWords, TOLD_WORDS } from './account-words.ts';
import { Few } from './few.tsx';
import type { AccountData } from './use-account.ts';

/** The short messages sent to the number. Codes are not stored, so none is shown. */
export function MessagesTold({ messages }: { messages: AccountData['messages'] }) {
  if (messages.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-heading">Messages to you</h2>
      <Few all={messages} first={4} what="messages">
        {(shown) => (
          <ul className="told mt-3">
            {shown.map(({ id, text, at, outcome }) => (
              <li key={id} className="told-message">
                <p>{text}</p>
                <p className="text-small text-quiet">
                  {TOLD_WORDS[outcome]} · <time dateTime={at}>{dayWords(at)}</time>
                </p>
              </li>
            ))}
          </ul>
        )}
      </Few>
    </section>
  );
}
