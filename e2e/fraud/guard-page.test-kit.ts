import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  ACCEPT_ATTRIBUTE,
  GUARD_GLOBAL,
  RUN_EVENT,
  TOKEN_ATTRIBUTE,
} from '@bonisa/contract/guard-page';
import type { FraudRuling } from '@bonisa/people/fraud/fraud.port';
import { createFormRules } from '../../server/people/src/fraud/form.ts';
import type { FraudRepository } from '../../server/people/src/fraud/fraud.repository.ts';
import { createFraudService } from '../../server/people/src/fraud/fraud.service.ts';
import { createGuard } from '../../server/people/src/fraud/guard/guard.adapter.ts';
import { createKitTokens } from '../../server/people/src/fraud/kit-token.ts';

/**
 * A minimal page for the guard's script: a code field, Accept, and a server that issues and judges
 * tokens.
 */
export interface GuardPage {
  readonly address: string;
  close(): Promise<void>;
}

const HTML = `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body{margin:24px;font:16px sans-serif}button{min-height:48px;min-width:160px;color:#000;background:#e8a33d;border:0}</style></head>
<body><main><form id="form"><label for="otp">OTP</label> <input id="otp" inputmode="numeric"> <button id="accept" ${ACCEPT_ATTRIBUTE}>Accept</button></form></main>
<script src="/page.js"></script></body></html>`;

/**
 * The page as the contract's `guard-page.ts` requires. The answer to the latest press is in
 * \`window.ruling\`.
 */
const PAGE_SCRIPT = `
const post = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).json();
let kit, element;
window.sent = [];
window.newKit = async () => {
  kit = await post('/kit', {});
  element?.remove();
  element = document.createElement('script');
  element.setAttribute('${TOKEN_ATTRIBUTE}', kit.token);
  element.textContent = kit.script;
  document.head.append(element);
  document.dispatchEvent(new Event('${RUN_EVENT}'));
  window.ready = true;
};
window.judge = async (token) => { window.sent.push(token); window.ruling = await post('/judge', { token }); };
document.addEventListener('submit', (event) => {
  event.preventDefault();
  window.judge(window.${GUARD_GLOBAL}?.token() ?? kit.token);
});
window.newKit();
`;

/** Starts the page on a free loopback port. */
export async function startGuardPage(): Promise<GuardPage> {
  const clock = { now: () => new Date() };
  const made = { tokens: createKitTokens(Buffer.alloc(32, 7)), clock, newId: randomUUID };
  const fraud = createFraudService({
    adapter: createGuard(made),
    form: createFormRules(made),
    mode: 'enforce',
    repository: createMemoryRepository(),
    clock,
    newId: randomUUID,
  });
  const policy = `default-src 'none'; script-src 'self' ${fraud.cspSources()['script-src'].join(' ')}; style-src 'unsafe-inline'; connect-src 'self'; img-src data:; frame-src 'self'`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visitor = {
      transactionId: 'one-run',
      visitorId: 'a-visitor',
      address: '127.0.0.1',
      userAgent: request.headers['user-agent'] ?? '',
    };
    const path = request.url?.split('?')[0];
    if (path === '/kit') return sendJson(response, await fraud.kit(visitor));
    if (path === '/judge') {
      const { token } = JSON.parse(await textOf(request)) as { token: string };
      const ruling: FraudRuling = await fraud.judge({ ...visitor, token });
      return sendJson(response, ruling);
    }
    if (path === '/page.js')
      return void response.setHeader('content-type', 'text/javascript').end(PAGE_SCRIPT);
    response.setHeader('content-type', 'text/html').setHeader('content-security-policy', policy);
    response.end(
      path === '/framing'
        ? '<!doctype html><iframe src="/" width="400" height="300"></iframe>'
        : HTML,
    );
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server),
  };
}

/** The table's rule in memory: a token counts once. */
function createMemoryRepository(): Pick<FraudRepository, 'record'> {
  const used = new Set<string>();
  return {
    async record({ kitId }) {
      if (kitId === null) return true;
      if (used.has(kitId)) return false;
      used.add(kitId);
      return true;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
