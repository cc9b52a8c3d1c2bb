import type { Database } from './database.ts';

/**
 * A short message in a handset. `received`: from `peer` to the handset; `sent`: from the handset to
 * `peer`.
 */
export interface Message {
  id: string;
  msisdn: string;
  direction: 'received' | 'sent';
  peer: string;
  text: string;
  at: Date;
  /** false: the service did not accept a message of the handset. */
  taken: boolean;
}

/** The sender's name for a message, so that it is not sent twice. */
export interface MessageReference {
  clientId: string;
  reference: string;
}

export interface MessagesRepository {
  add(message: Message, reference?: MessageReference): void;
  findByReference(reference: MessageReference): Message | undefined;
  setTaken(id: string, taken: boolean): void;
  /**
   * The messages of the number's present owner, newest first.
   * @param sent includes those that the handset sent.
   */
  ofHandset(msisdn: string, options: { sent: boolean; limit: number }): Message[];
}

interface Row {
  id: string;
  msisdn: string;
  direction: Message['direction'];
  peer: string;
  text: string;
  at: number;
  taken: number;
}

export function createMessagesRepository(database: Database): MessagesRepository {
  const columns = 'id, msisdn, direction, peer, text, at, taken';
  const insert = database.prepare(
    `insert into messages (${columns}, client_id, client_reference) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byReference = database.prepare<Row>(
    `select ${columns} from messages where client_id = ? and client_reference = ?`,
  );
  const taken = database.prepare('update messages set taken = ? where id = ?');
  // A number's former owner keeps the former messages.
  const shown =
    'msisdn = ?1 and seq > coalesce((select messages_after from handsets where msisdn = ?1), 0)';
  const all = database.prepare<Row>(
    `select ${columns} from messages where ${shown} order by seq desc limit ?2`,
  );
  const received = database.prepare<Row>(
    `select ${columns} from messages where ${shown} and direction = 'received' order by seq desc limit ?2`,
  );
  return {
    add(message, reference) {
      insert.run(
        message.id,
        message.msisdn,
        message.direction,
        message.peer,
        message.text,
        message.at.getTime(),
        Number(message.taken),
        reference?.clientId ?? null,
        reference?.reference ?? null,
      );
    },
    findByReference({ clientId, reference }) {
      const row = byReference.get(clientId, reference);
      return row && messageFrom(row);
    },
    setTaken: (id, value) => void taken.run(Number(value), id),
    ofHandset: (msisdn, { sent, limit }) =>
      (sent ? all : received).all(msisdn, limit).map(messageFrom),
  };
}

function messageFrom(row: Row): Message {
  return { ...row, at: new Date(row.at), taken: row.taken === 1 };
}
