import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { refusePortsInUse } from './ports.ts';

it('names a port in use and leaves free ports free', async () => {
  const taken = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  await expect(refusePortsInUse([{ host: '127.0.0.1', port }])).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port,
  });
  taken.close();
  await once(taken, 'close');
  await refusePortsInUse([{ host: '127.0.0.1', port }]);
  const again = createServer().listen({ host: '127.0.0.1', port });
  await once(again, 'listening');
  again.close();
});
