/** Databases on the server that TEST_DATABASE_URL names. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Creates a database with a new name, as a copy of `template` if given; returns its name. */
export async function createOnServer(server: string, template?: string): Promise<string> {
  const name = `bonisa_test_${randomBytes(8).toString('hex')}`;
  await send(server, `create database ${name}${template ? ` template ${template}` : ''}`);
  return name;
}

export function dropOnServer(server: string, name: string): Promise<void> {
  return send(server, `drop database if exists ${name} with (force)`);
}

/** The address of another database on the same server. */
export function namedOn(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function send(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
