import { once } from 'node:events';
import { createServer } from 'node:net';

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
      await tryToListen(address).catch((error: unknown) => {
        if (codeOf(error) === 'EADDRINUSE') throw error;
        throw new Error(problemOf(address, error), { cause: error });
      });
    }),
  );
}

/** What is wrong with each address, whether its port is in use or not; a line each. */
export async function addressProblems(addresses: readonly ListenAddress[]): Promise<string[]> {
  const problems = await Promise.all(
    addresses.map(
      async (address) =>
        await tryToListen(address).then(
          () => [],
          (error: unknown) => (codeOf(error) === 'EADDRINUSE' ? [] : [problemOf(address, error)]),
        ),
    ),
  );
  return [...new Set(problems.flat())];
}

async function tryToListen({ host, port }: ListenAddress): Promise<void> {
  const server = createServer().listen({ host, port });
  // Rejects when an error comes first.
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
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
