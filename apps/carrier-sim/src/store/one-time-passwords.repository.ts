import type { Database } from './database.ts';

/** A code that was sent to a handset. `live`: neither used nor ended by a newer one. */
export interface OneTimePassword {
  id: string;
  clientId: string;
  msisdn: string;
  code: string;
  createdAt: Date;
  tries: number;
  live: boolean;
}

export interface OneTimePasswordsRepository {
  add(password: Pick<OneTimePassword, 'id' | 'clientId' | 'msisdn' | 'code' | 'createdAt'>): void;
  /** Ends all live codes of a number. */
  endAllOf(msisdn: string): void;
  find(id: string, clientId: string): OneTimePassword | undefined;
  countTry(id: string): void;
  end(id: string): void;
  /** Deletes codes that were sent before this time; they have long expired. */
  forget(before: Date): void;
}

interface Row {
  id: string;
  client_id: string;
  msisdn: string;
  code: string;
  created_at: number;
  tries: number;
  live: number;
}

export function createOneTimePasswordsRepository(database: Database): OneTimePasswordsRepository {
  const insert = database.prepare(
    'insert into one_time_passwords (id, client_id, msisdn, code, created_at) values (?, ?, ?, ?, ?)',
  );
  const select = database.prepare<Row>(
    'select * from one_time_passwords where id = ? and client_id = ?',
  );
  const endAll = database.prepare(
    'update one_time_passwords set live = 0 where msisdn = ? and live = 1',
  );
  const count = database.prepare('update one_time_passwords set tries = tries + 1 where id = ?');
  const end = database.prepare('update one_time_passwords set live = 0 where id = ?');
  const forget = database.prepare('delete from one_time_passwords where created_at < ?');
  return {
    add(password) {
      insert.run(
        password.id,
        password.clientId,
        password.msisdn,
        password.code,
        password.createdAt.getTime(),
      );
    },
    endAllOf: (msisdn) => void endAll.run(msisdn),
    find(id, clientId) {
      const row = select.get(id, clientId);
      return row && passwordFrom(row);
    },
    countTry: (id) => void count.run(id),
    end: (id) => void end.run(id),
    forget: (before) => void forget.run(before.getTime()),
  };
}

function passwordFrom(row: Row): OneTimePassword {
  return {
    id: row.id,
    clientId: row.client_id,
    msisdn: row.msisdn,
    code: row.code,
    createdAt: new Date(row.created_at),
    tries: row.tries,
    live: row.live === 1,
  };
}
