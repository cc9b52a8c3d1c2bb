import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The most that Node's own server can do: no routing, the same three headers and the same body each
 * time. The argument is the body's length in bytes. Sends its address to the parent process.
 */
const body = Buffer.alloc(Number(process.argv[2]), 'a playlist that never changes ');
const headers = [
  ...['content-type', 'application/vnd.apple.mpegurl'],
  ...['cache-control', 'public, max-age=2'],
  ...['content-length', String(body.length)],
];
const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
function stop(): void {
  server.close();
  server.closeAllConnections();
  if (process.connected) process.disconnect();
}
process.once('SIGTERM', stop);
process.once('disconnect', stop);
