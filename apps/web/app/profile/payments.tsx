import { dateWords, outcomeWords } from './account-words.ts';
import { Few } from './few.tsx';
import type { AccountData } from './use-account.ts';

type Charges = AccountData['charges'];

/** Every payment that was asked of the network: when, for what, how much, the VAT inside it, what became of it, and what was given back. */
export function Payments({ charges }: { charges: Charges }) {
  return (
    <section className="mt-10">
      <h2 id="payments" className="text-heading">
        Payments
      </h2>
      {charges.length === 0 ? (
        <p className="mt-2 text-quiet">Nothing has been taken from your airtime.</p>
      ) : (
        <Few all={charges} first={8} what="payments">
          {(shown) => <PaymentTable charges={shown} />}
        </Few>
      )}
      {charges.length === 100 ? <p className="mt-2 text-small text-quiet">The latest 100. All of them are in the download of your data.</p> : null}
    </section>
  );
}

function PaymentTable({ charges }: { charges: readonly Charges[number][] }) {
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
          {charges.map((charge) => (
            <tr key={charge.reference} data-outcome={charge.outcome}>
              <th scope="row">
                {dateWords(charge.at)}
                <span className="block text-small font-[400] text-quiet">{charge.package_name}</span>
              </th>
              <td>
                <span className="payment-amount">R{charge.amount}</span>
                <span className="block text-small text-quiet">VAT R{charge.vat}</span>
              </td>
              <td>
                <Outcome charge={charge} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Outcome({ charge }: { charge: Charges[number] }) {
  const { outcome, notes } = outcomeWords(charge);
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
