import { outcomeWords, paymentDates, paymentsShown, type ShownPayment } from './account-words.ts';
import { Few } from './few.tsx';
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
        <Few all={paymentsShown(charges)} first={8} what="payments">
          {(shown) => <PaymentTable payments={shown} />}
        </Few>
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
