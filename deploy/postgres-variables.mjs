// Prints DATABASE_URL as the variables that pg_dump and psql read, for a shell to evaluate. Behind
// a pooler by transaction they need the server itself.
import { explain } from './explain.mjs';

explain(import.meta.url, 'deploy/postgres-variables.mjs');
const { hostname, port, username, password, pathname, searchParams } = new URL(
  process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL,
);
const variables = {
  PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
  PGPORT: port,
  PGUSER: decodeURIComponent(username),
  PGPASSWORD: decodeURIComponent(password),
  PGDATABASE: decodeURIComponent(pathname.slice(1)),
  PGSSLMODE: searchParams.get('sslmode') ?? '',
  PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
};
for (const [name, value] of Object.entries(variables))
  if (value !== '') process.stdout.write(`export ${name}='${value.replaceAll("'", "'\\''")}'\n`);
