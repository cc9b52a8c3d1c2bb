import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { say } from '../words/words.ts';
import {
  dateWords,
  dayWords,
  messageOutcomeWords,
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
        {say('account.payments')}
      </h2>
      {charges.length === 0 ? (
        <p className="mt-2 text-quiet">{say('account.payments.none')}</p>
      ) : (
        <FirstItems
          all={paymentsShown(charges)}
          first={8}
          allWords={(count) => say('account.payments.show_all', { count })}
        >
          {(shown) => <PaymentTable payments={shown} />}
        </FirstItems>
      )}
      {charges.length === 100 ? (
        <p className="mt-2 text-small text-quiet">{say('account.payments.latest')}</p>
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
            <th scope="col">{say('account.payments.date')}</th>
            <th scope="col">{say('account.payments.amount')}</th>
            <th scope="col">{say('account.payments.outcome')}</th>
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
                <span className="block text-small text-quiet">
                  {say('account.payments.vat', { vat: payment.vat })}
                </span>
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
      <h2 className="text-heading">{say('account.consents')}</h2>
      <FirstItems
        all={consents}
        first={5}
        allWords={(count) => say('account.consents.show_all', { count })}
      >
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
                    {say('account.consents.accepted', {
                      at: dayWords(consent.at),
                      proof: proofWords(consent.proof),
                      version: consent.version,
                    })}
                    {consent.terms_version && consent.privacy_version ? (
                      <span className="block">
                        {say('account.consents.legal', {
                          terms: consent.terms_version,
                          privacy: consent.privacy_version,
                        })}
                      </span>
                    ) : null}
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
      <h2 className="text-heading">{say('account.messages')}</h2>
      <FirstItems
        all={messages}
        first={4}
        allWords={(count) => say('account.messages.show_all', { count })}
      >
        {(shown) => (
          <ul className="told mt-3">
            {shown.map(({ id, text, at, outcome }) => (
              <li key={id} className="told-message">
                <p>{text}</p>
                <p className="text-small text-quiet">
                  {messageOutcomeWords(outcome)} · <time dateTime={at}>{dayWords(at)}</time>
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
  /** The words of the button for all of them. */
  allWords: (count: number) => string;
  children: (shown: readonly Item[]) => ReactNode;
}) {
  const { all, first, allWords, children } = props;
  const [whole, setWhole] = useState(false);
  // One or two more items are shown at once.
  const isLong = all.length > first + 2;
  return (
    <>
      {children(whole || !isLong ? all : all.slice(0, first))}
      {isLong ? (
        <div className="mt-3">
          <Button aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? say('account.show_latest', { count: first }) : allWords(all.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
