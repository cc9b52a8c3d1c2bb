import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';

/** Where something listens, and the variables that say so. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  readonly variables: { readonly host: string; readonly port: string };
}

/**
 * Rejects with the system's error (`code` EADDRINUSE, `port`) for a port that is in use, and with a
 * line that names the variable for an address that cannot be listened at. Another program can still
 * take the port afterwards, so the later `listen` must expect the same error.
 */
export async function refuseUnusableAddresses(addresses: readonly ListenAddress[]): Promise<void> {
  await Promise.all(
    addresses.map(async (address) => {
      await tryToBind(address).catch((error: unknown) => {
        if (codeOf(error) === 'EADDRINUSE') throw error;
        throw new Error(problemOf(address, error), { cause: error });
      });
    }),
  );
}

/**
 * Binds to an address without listening: a connection that a proxy opened in that moment would be
 * reset, with the call that it had sent, which it must not repeat. Nothing listens on port 0, so
 * that no connection is made.
 */
async function tryToBind({ host, port }: ListenAddress): Promise<void> {
  const { address: localAddress, family } = await lookup(host);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const nowhere = { host: family === 6 ? '::1' : '127.0.0.1', port: 0, family };
  const socket = connect({ ...nowhere, localAddress, localPort: port }, resolve);
  socket.on('error', (error: NodeJS.ErrnoException) =>
    error.syscall === 'bind' ? reject(error) : resolve(),
  );
  await promise.finally(() => socket.destroy());
}

function problemOf({ host, port, variables }: ListenAddress, error: unknown): string {
  const code = codeOf(error);
  return code === 'EACCES'
    ? `${variables.port}: this user may not listen on port ${port}`
    : `${variables.host}: ${host} is no address of this machine (${code})`;
}

function codeOf(error: unknown): string {
  return String(Object(error).code);
}
