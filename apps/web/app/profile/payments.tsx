import { dateWords, OUTCOME_WORDS } from './account-words.ts';
import type { AccountData } from './use-account.ts';

/** Every payment that was asked of the network: when, for what, how much, the VAT inside it, and what became of it. */
export function Payments({ charges }: { charges: AccountData['charges'] }) {
  return (
    <section className="mt-10">
      <h2 id="payments" className="text-heading">
        Payments
      </h2>
      {charges.length === 0 ? (
        <p className="mt-2 text-quiet">Nothing has been taken from your airtime.</p>
      ) : (
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
                <tr key={charge.reference}>
                  <th scope="row">
                    {dateWords(charge.at)}
                    <span className="block text-small font-[400] text-quiet">{charge.package_name}</span>
                  </th>
                  <td>
                    R{charge.amount}
                    <span className="block text-small text-quiet">VAT R{charge.vat}</span>
                  </td>
                  <td>{OUTCOME_WORDS[charge.outcome]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {charges.length === 100 ? <p className="mt-2 text-small text-quiet">The latest 100. All of them are in the download of your data.</p> : null}
    </section>
  );
}
