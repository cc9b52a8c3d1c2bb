import { accounts } from '@bonisa/contract/studio/accounts.calls';
import { packages } from '@bonisa/contract/studio/packages.calls';
import { apiKeys } from '@bonisa/contract/studio/staff.calls';
import { webhookEndpoints } from '@bonisa/contract/studio/webhooks.calls';
import { Link } from 'react-router-dom';
import { useMay } from '../calls/person.tsx';
import { useRead } from '../calls/use-calls.ts';
import { type AuditSubject, concerns, type KnownThings, namedSubject } from './audit-subjects.ts';

/** Reads once for all entries what they concerned, as far as this person may see it. */
export function useKnownThings(entries: readonly AuditSubject[]): KnownThings {
  const maySeeStaff = useMay('staff:read');
  const people = maySeeStaff && concerns(entries, 'account');
  const programs = maySeeStaff && concerns(entries, 'key');
  const sold = useMay('money:read') && concerns(entries, 'package');
  const readsEndpoints = useMay('operations:read') && concerns(entries, 'webhook_endpoint');
  // Names are an addition: where a call is refused, the ids stay.
  return {
    accounts: useRead(accounts, undefined, { enabled: people }).data?.data,
    keys: useRead(apiKeys, undefined, { enabled: programs }).data?.data,
    packages: useRead(packages, undefined, { enabled: sold }).data?.data,
    endpoints: useRead(webhookEndpoints, undefined, { enabled: readsEndpoints }).data?.data,
    mayReadCatalogue: useMay('catalogue:read'),
  };
}

/** What an entry of the audit concerned: its name with a link to its screen, and its id. */
export function Subject({
  entry,
  known,
}: {
  readonly entry: AuditSubject;
  readonly known: KnownThings;
}) {
  const named = namedSubject(entry, known);
  if (!named) return <span className="break-all">{entry.subject}</span>;
  return (
    <>
      <Link to={named.address} className="font-semibold break-words text-mark underline">
        {named.name}
      </Link>
      <div className="break-all text-small text-muted">{entry.subject}</div>
    </>
  );
}
