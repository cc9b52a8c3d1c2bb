// Prints DATABASE_URL as the variables that pg_dump and psql read, for a shell to evaluate. Behind
// a pooler by transaction they need the server itself.
import { explain } from './explain.mjs';

explain(import.meta.url, 'deploy/postgres-variables.mjs');

/** A part of the address as it is meant. */
function meant(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    console.error(
      'DATABASE_URL: has a % that begins no code: write % as %25, also in the password',
    );
    process.exit(1);
  }
}

const { hostname, port, username, password, pathname, searchParams } = new URL(
  process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL,
);
const variables = {
  PGHOST: searchParams.get('host') ?? meant(hostname),
  PGPORT: port,
  PGUSER: meant(username),
  PGPASSWORD: meant(password),
  PGDATABASE: meant(pathname.slice(1)),
  PGSSLMODE: searchParams.get('sslmode') ?? '',
  PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
};
for (const [name, value] of Object.entries(variables))
  if (value !== '') process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
