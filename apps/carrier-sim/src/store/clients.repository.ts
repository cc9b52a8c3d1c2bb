import type { JWK } from 'jose';
import type { Database } from './database.ts';

/** A client of the carrier: who may ask for tokens, and by which key. */
export interface Client {
  id: string;
  /** Its public EC P-256 key. */
  jwk: JWK;
}

export interface ClientsRepository {
  find(id: string): Client | undefined;
  /** Registers a client, or gives a registered one another key. */
  put(client: Client): void;
}

/**
 * @param main the client of the environment, our product; it is known without being written down.
 */
export function createClientsRepository(database: Database, main: Client): ClientsRepository {
  const select = database.prepare<{ jwk: string }>('select jwk from clients where id = ?');
  const upsert = database.prepare(
    'insert into clients (id, jwk) values (?, ?) on conflict do update set jwk = excluded.jwk',
  );
  return {
    find(id) {
      if (id === main.id) return main;
      const row = select.get(id);
      return row && { id, jwk: JSON.parse(row.jwk) };
    },
    put: ({ id, jwk }) => void upsert.run(id, JSON.stringify(jwk)),
  };
}
