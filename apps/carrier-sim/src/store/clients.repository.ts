import type { JWK } from 'jose';
import type { Database } from './database.ts';

/** A client of the carrier with its key; it may request tokens. */
export interface Client {
  id: string;
  /** Its public EC P-256 key. */
  jwk: JWK;
}

export interface ClientsRepository {
  find(id: string): Client | undefined;
  /** Registers a client, or replaces the key of a registered one. */
  put(client: Client): void;
}

/** @param main our product, the client of the environment; it is not stored. */
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
