import { createServer, type Socket } from 'node:net';
import { createCallCounter } from './call-counter.ts';

/**
 * A carrier that answers at once and keeps nothing: what is measured beside it is us. It speaks as
 * much of CAMARA carrier billing, of the token endpoint and of our messages as our adapter asks
 * for, and believes everything. A process of its own, straight on sockets: `node:http` would cost
 * the two processors more than what is measured.
 *
 * `GET /stats` tells how many payments were asked for and how many at most in any second and tenth
 * of one, `DELETE /stats` begins anew. Tells its parent the address; started by hand it listens on
 * PORT (any free one) and prints it.
 */
interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

interface Answer {
  readonly status: string;
  readonly body: unknown;
}

const HEAD_END = '\r\n\r\n';
const CONTENT_LENGTH = /^content-length: *(\d+)\r?$/im;
const NO_BODY = '204 No Content';

let counter = createCallCounter();
let made = 0;

const TOKEN: Answer = {
  status: '200 OK',
  body: { access_token: 'stub', token_type: 'Bearer', expires_in: 3600 },
};

function answerTo({ method, path, body }: Request): Answer {
  if (method === 'POST' && path === '/carrier-billing/v0.5/payments') return payment(body);
  // It keeps nothing, so its list is empty: a start asks for it before any money is taken.
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

/** Taken, whatever it is: what was sent comes back with an id and an instant. */
function payment(body: string): Answer {
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

function written({ status, body }: Answer): string {
  if (body === undefined) return `HTTP/1.1 ${status}${HEAD_END}`;
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}${HEAD_END}${text}`;
}

/** Takes whole requests from what has arrived, and leaves the rest for later. */
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
  // One character a byte, in and out: lengths are counted in bytes, and what is sent back is what
  // came.
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    const { requests, rest } = takeRequests(arrived + part);
    arrived = rest;
    const answers = requests.map((request) => written(answerTo(request))).join('');
    if (answers !== '') socket.write(answers, 'latin1');
  });
  // Whoever goes away in the middle is gone; the next connection is a new one.
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
