import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import {
  dateWords,
  dayWords,
  MESSAGE_OUTCOME_WORDS,
  outcomeWords,
  paymentDates,
  paymentsShown,
  proofWords,
  type ShownPayment,
} from './account-words.ts';
import type { AccountData } from './use-account.ts';

/** Every charge: time, package, amount, VAT, outcome and refunds. */
export function Payments({ charges }: { charges: AccountData['charges'] }) {
  return (
    <section className="mt-10">
      <h2 id="payments" className="text-heading">
        Payments
      </h2>
      {charges.length === 0 ? (
        <p className="mt-2 text-quiet">Nothing has been taken from your airtime.</p>
      ) : (
        <FirstItems all={paymentsShown(charges)} first={8} what="payments">
          {(shown) => <PaymentTable payments={shown} />}
        </FirstItems>
      )}
      {charges.length === 100 ? (
        <p className="mt-2 text-small text-quiet">
          The latest 100. All of them are in the download of your data.
        </p>
      ) : null}
    </section>
  );
}

function PaymentTable({ payments }: { payments: readonly ShownPayment[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with large letters it scrolls sideways, by keyboard too
    <section className="sheet payments mt-3" aria-labelledby="payments" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <th scope="col">Outcome</th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.reference} data-outcome={payment.outcome}>
              <th scope="row">
                {paymentDates(payment)}
                <span className="block text-small font-[400] text-quiet">
                  {payment.package_name}
                </span>
              </th>
              <td>
                <span className="payment-amount">R{payment.amount}</span>
                <span className="block text-small text-quiet">VAT R{payment.vat}</span>
              </td>
              <td>
                <Outcome payment={payment} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Outcome({ payment }: { payment: ShownPayment }) {
  const { outcome, notes } = outcomeWords(payment);
  return (
    <>
      {outcome}
      {notes.map((note) => (
        <span key={note} className="block text-small text-quiet">
          {note}
        </span>
      ))}
    </>
  );
}

/**
 * Every consent as recorded: the words and price shown, the time, and how the number was proven.
 */
export function Consents({ consents }: { consents: AccountData['consents'] }) {
  if (consents.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-heading">What you agreed to</h2>
      <FirstItems all={consents} first={5} what="agreements">
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
      </FirstItems>
    </section>
  );
}

/** The short messages sent to the number. Codes are not stored, so none is shown. */
export function Messages({ messages }: { messages: AccountData['messages'] }) {
  if (messages.length === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-heading">Messages to you</h2>
      <FirstItems all={messages} first={4} what="messages">
        {(shown) => (
          <ul className="told mt-3">
            {shown.map(({ id, text, at, outcome }) => (
              <li key={id} className="told-message">
                <p>{text}</p>
                <p className="text-small text-quiet">
                  {MESSAGE_OUTCOME_WORDS[outcome]} · <time dateTime={at}>{dayWords(at)}</time>
                </p>
              </li>
            ))}
          </ul>
        )}
      </FirstItems>
    </section>
  );
}

/**
 * The first items of a long list, and a button for the rest. The button stays in place, so that the
 * focus is not lost.
 */
export function FirstItems<Item>(props: {
  all: readonly Item[];
  first: number;
  what: string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { all, first, what, children } = props;
  const [whole, setWhole] = useState(false);
  // One or two more items are shown at once.
  const isLong = all.length > first + 2;
  return (
    <>
      {children(whole || !isLong ? all : all.slice(0, first))}
      {isLong ? (
        <div className="mt-3">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? `Show the latest ${first}` : `Show all ${all.length} ${what}`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
