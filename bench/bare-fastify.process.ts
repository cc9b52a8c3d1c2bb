import Fastify from 'fastify';

/**
 * The reference server of benchmarks: small JSON, a prepared 10 kB body, and a page with one
 * heading. Sends its address to the parent process.
 */
const PREPARED = Buffer.alloc(10_000, 'a page of ten thousand bytes, ready to be sent ');
const app = Fastify({ forceCloseConnections: true });
app.get('/json', async () => ({ status: 'success', description: '1' }));
app.get('/prepared', async (_request, reply) =>
  reply.type('text/html; charset=utf-8').send(PREPARED),
);
app.get('/page', async (_request, reply) =>
  reply
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title></head><body><h1>Empty page</h1></body></html>',
    ),
);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url });
process.once('SIGTERM', () => {
  void app.close().then(() => process.connected && process.disconnect());
});
process.once('disconnect', () => void app.close());
