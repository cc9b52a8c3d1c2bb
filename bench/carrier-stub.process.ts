import { createServer, type Socket } from 'node:net';
import { createCallCounter } from './call-counter.ts';

/**
 * A stub carrier that answers at once and stores nothing, so that a benchmark measures our own
 * work. It implements the parts of CAMARA carrier billing, of the token endpoint and of our
 * messages that our adapter calls, and accepts everything. It runs as a process of its own on plain
 * sockets, because `node:http` would cost the two processors more than the measured work.
 *
 * `GET /stats` returns the number of payments and the most in any second and tenth of a second;
 * `DELETE /stats` resets them. The stub sends its address to the parent process; started by hand it
 * listens on PORT (default: any free port) and prints the address.
 */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface StubAnswer {
  readonly status: string;
  readonly body: unknown;
}

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /^content-length: *(\d+)\r?$/im;
const NO_BODY = '204 No Content';

let counter = createCallCounter();
let made = 0;

const TOKEN: StubAnswer = {
  status: '200 OK',
  body: { access_token: 'stub', token_type: 'Bearer', expires_in: 3600 },
};

function answerTo({ method, path, body }: Request): StubAnswer {
  if (method === 'POST' && path === '/carrier-billing/v0.5/payments') return payment(body);
  // The stub stores nothing, so its list is empty: a start requests the list before it takes any
  // money.
  if (method === 'GET' && path.startsWith('/carrier-billing/v0.5/payments?'))
    return { status: '200 OK', body: [] };
  if (method === 'POST' && path === '/oauth2/token') return TOKEN;
  if (method === 'POST' && path === '/messages/v1/messages')
    return { status: '201 Created', body: { messageId: `m-${++made}`, status: 'accepted' } };
  if (method === 'GET' && path === '/stats') return { status: '200 OK', body: counter.stats() };
  if (method === 'DELETE' && path === '/stats') {
    counter = createCallCounter();
    return { status: NO_BODY, body: undefined };
  }
  return {
    status: '404 Not Found',
    body: {
      status: 404,
      code: 'NOT_FOUND',
      message: 'The stub knows payments, tokens and messages only.',
    },
  };
}

/** Every payment succeeds: the reply is the request with an id and a time. */
function payment(body: string): StubAnswer {
  counter.add(performance.now());
  const at = new Date().toISOString();
  const { amountTransaction } = JSON.parse(body) as { amountTransaction: object };
  return {
    status: '201 Created',
    body: {
      paymentId: `p-${++made}`,
      paymentStatus: 'succeeded',
      paymentCreationDate: at,
      paymentDate: at,
      amountTransaction,
    },
  };
}

function written({ status, body }: StubAnswer): string {
  if (body === undefined) return `HTTP/1.1 ${status}${HEAD_END}`;
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}${HEAD_END}${text}`;
}

/** Takes complete requests from the received text, and keeps the rest. */
function takeRequests(arrived: string): { requests: Request[]; rest: string } {
  const requests: Request[] = [];
  let from = 0;
  for (;;) {
    const headEnd = arrived.indexOf(HEAD_END, from);
    if (headEnd < 0) break;
    const head = arrived.slice(from, headEnd);
    const bodyFrom = headEnd + HEAD_END.length;
    const bodyEnd = bodyFrom + Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
    if (bodyEnd > arrived.length) break;
    const [method = '', path = ''] = head.slice(0, head.indexOf('\r\n')).split(' ');
    requests.push({ method, path, body: arrived.slice(bodyFrom, bodyEnd) });
    from = bodyEnd;
  }
  return { requests, rest: arrived.slice(from) };
}

function serve(socket: Socket): void {
  let arrived = '';
  socket.setNoDelay(true);
  // One character per byte, in and out: lengths count bytes, and the reply echoes the request.
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    const { requests, rest } = takeRequests(arrived + part);
    arrived = rest;
    const answers = requests.map((request) => written(answerTo(request))).join('');
    if (answers !== '') socket.write(answers, 'latin1');
  });
  // A connection that breaks is dropped; the next one is new.
  socket.on('error', () => socket.destroy());
}

const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  serve(socket);
});

function end(): void {
  server.close();
  for (const socket of sockets) socket.destroy();
  if (process.connected) process.disconnect();
}

server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`;
  if (process.send) process.send({ url });
  else console.log(url);
});
process.once('SIGTERM', end);
process.once('SIGINT', end);
process.once('disconnect', end);
