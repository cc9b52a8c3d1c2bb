import type { Database } from './database.ts';

/** A short message in a handset. `received`: from `peer` to the handset; `sent`: from the handset to `peer`. */
export interface Message {
  id: string;
  msisdn: string;
  direction: 'received' | 'sent';
  peer: string;
  text: string;
  at: Date;
  /** false: the service has not taken a message that the handset sent. */
  taken: boolean;
}

/** The sender's own name for a message it sends, so that it is not sent twice. */
export interface MessageReference {
  clientId: string;
  reference: string;
}

export interface MessagesRepository {
  add(message: Message, reference?: MessageReference): void;
  findByReference(reference: MessageReference): Message | undefined;
  setTaken(id: string, taken: boolean): void;
  /** Newest first. @param sent also those that the handset sent. */
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
  const insert = database.prepare(`insert into messages (${columns}, client_id, client_reference) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byReference = database.prepare<Row>(`select ${columns} from messages where client_id = ? and client_reference = ?`);
  const taken = database.prepare('update messages set taken = ? where id = ?');
  const all = database.prepare<Row>(`select ${columns} from messages where msisdn = ? order by seq desc limit ?`);
  const received = database.prepare<Row>(`select ${columns} from messages where msisdn = ? and direction = 'received' order by seq desc limit ?`);
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
    ofHandset: (msisdn, { sent, limit }) => (sent ? all : received).all(msisdn, limit).map(messageFrom),
  };
}

function messageFrom(row: Row): Message {
  return { ...row, at: new Date(row.at), taken: row.taken === 1 };
}
