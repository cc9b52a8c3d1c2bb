import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from './response-fast-path.ts';

/** The connections of a listener, with the answers that are under way on each. */
export interface Connections {
  /**
   * Handles a few requests of a connection at a time, so that a client that sends thousands at once
   * and reads nothing costs a few answers. The others wait until the system has taken the bytes of
   * an answer before them, and nothing more is read from the connection meanwhile. Requests behind
   * the first of a connection share few places in each turn of the process, so that those of fifty
   * connections do not keep another client's first request waiting.
   */
  withSubscriberLock(handle: RequestHandler): RequestHandler;
  /**
   * Ends connections whose client does not read: after half a minute to a minute in which the
   * system could hand over none of the bytes of an answer. A handler that is still at work is left
   * alone.
   */
  endUnread(server: Server): void;
  /** The answers under way on a connection, in their order. */
  answersOn(socket: Socket): readonly ServerResponse[];
  /** The answers under way on all connections. */
  answers(): readonly ServerResponse[];
}

interface Connection {
  readonly answers: ServerResponse[];
  readonly waiting: { request: IncomingMessage; response: ServerResponse }[];
  /** How many of those have been promised a place. */
  promised: number;
}

/** Programs that send the next requests before they read an answer have this many in flight. */
const MOST_AT_ONCE = 8;
/** Requests behind the first of their connections that begin in one turn: one or two ms of work. */
const MOST_IN_A_TURN = 4;
/** How long a connection may take none of the bytes that wait for it; Node looks this often. */
const UNREAD_MS = 30_000;

export function createConnections(): Connections {
  const connections = new Map<Socket, Connection>();

  function open(socket: Socket): Connection {
    const connection: Connection = { answers: [], waiting: [], promised: 0 };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    return connection;
  }

  function wait({ waiting }: Connection, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (waiting.push({ request, response }) > 1) return;
    socket.pause();
    // Node resumes the socket where a handler reads a body: what waits may not grow by that.
    if (!socket.listeners('resume').includes(pauseAgain)) socket.on('resume', pauseAgain);
  }

  function pauseAgain(this: Socket): void {
    if (connections.get(this)?.waiting.length) this.pause();
  }

  return {
    withSubscriberLock(handle) {
      /** Connections in the order in which a request of theirs begins. */
      const line: Socket[] = [];
      let places = 0;

      function begin(connection: Connection, request: IncomingMessage, response: ServerResponse) {
        const { answers } = connection;
        const { socket } = request;
        answers.push(response);
        response.once('close', () => {
          answers.splice(answers.indexOf(response), 1);
          promise(connection, socket);
        });
        handle(request, response);
      }

      function promise(connection: Connection, socket: Socket): void {
        const { answers, waiting, promised } = connection;
        if (waiting.length <= promised || answers.length + promised >= MOST_AT_ONCE) return;
        connection.promised += 1;
        line.push(socket);
        takePlaces();
      }

      function takePlaces(): void {
        for (; places < Math.min(MOST_IN_A_TURN, line.length); places += 1) setImmediate(next);
      }

      function next(): void {
        places -= 1;
        const socket = line.shift();
        // What is asked for now begins in the next turn.
        takePlaces();
        const connection = socket && connections.get(socket);
        if (!connection) return;
        connection.promised -= 1;
        // An answer that closes the connection is the last one: those behind it are not sent.
        const isOver = socket.writableEnded || socket.destroyed;
        const first = isOver ? undefined : connection.waiting.shift();
        if (!first) return;
        if (connection.waiting.length === 0) socket.resume();
        begin(connection, first.request, first.response);
      }

      return (request, response) => {
        const { socket } = request;
        if (socket.writableEnded) return;
        const connection = connections.get(socket) ?? open(socket);
        if (connection.answers.length === 0 && connection.waiting.length === 0)
          return begin(connection, request, response);
        wait(connection, request, response);
        promise(connection, socket);
      };
    },
    endUnread(server) {
      server.timeout = UNREAD_MS;
      // With a listener Node ends no connection by itself: neither one that is idle.
      server.on('timeout', (socket) => {
        const isAtWork = (connections.get(socket)?.answers.length ?? 0) > 0;
        if (!isAtWork || socket.writableLength > 0) socket.destroy();
      });
    },
    answersOn: (socket) => connections.get(socket)?.answers ?? [],
    answers: () => [...connections.values()].flatMap(({ answers }) => answers),
  };
}
