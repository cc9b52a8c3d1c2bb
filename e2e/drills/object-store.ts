// An S3 server of a drill, behind a forwarder that answers in its place while it has a fault.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createLocalCopies } from '@bonisa/kit/files/local-copies';
import { S3_CREDENTIALS, startS3Server } from '@bonisa/kit/files/s3-server.test-kit';
import { createS3Store } from '@bonisa/kit/files/s3-store';
import { freePort } from '../../scripts/free-ports.ts';

/**
 * `away`: 503 to everything. `slow`: each answer takes 10 s. `full`: nothing can be written.
 * `refused`: nor may it.
 */
export type StoreFault = 'away' | 'slow' | keyof typeof UNWRITTEN;

const UNWRITTEN = {
  full: { status: 507, code: 'InsufficientStorage' },
  refused: { status: 403, code: 'AccessDenied' },
} as const;

export interface ObjectStore {
  /** The variables of a process that uses it. */
  readonly variables: Readonly<Record<string, string>>;
  /** Writes and reads beside the faults' way. */
  readonly files: FileStore;
  /** From now on; undefined: none. */
  setFault(fault: StoreFault | undefined): void;
  stop(): Promise<void>;
}

const SLOW_MS = 10_000;

/** Starts the server and the forwarder before it. */
export async function startObjectStore(): Promise<ObjectStore> {
  const server = await startS3Server();
  const behind = Number(new URL(server.endpoint).port);
  let fault: StoreFault | undefined;
  // The server answers 500 where a file vanishes while it lists: changes and lists take turns.
  let turn = Promise.resolve();
  const withSubscriberLock = (asked: IncomingMessage, response: ServerResponse): void => {
    turn = turn.then(async () => {
      pass(asked, response, behind);
      await new Promise((done) => response.once('close', done));
    });
  };
  const answer = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (fault === 'away') return refuse(asked, response, 503, 'ServiceUnavailable');
    const writes = asked.method === 'PUT' || asked.method === 'POST';
    if (writes && (fault === 'full' || fault === 'refused')) {
      const { status, code } = UNWRITTEN[fault];
      return refuse(asked, response, status, code);
    }
    if (fault === 'slow') await wait(SLOW_MS);
    const reads =
      asked.method === 'HEAD' || (asked.method === 'GET' && !asked.url?.includes('list-type'));
    if (reads) pass(asked, response, behind);
    else withSubscriberLock(asked, response);
  };
  const front = createServer((asked, response) => void answer(asked, response));
  const port = await freePort();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  front.once('error', reject).listen({ port, host: '127.0.0.1' }, resolve);
  await promise;
  // The SDK of this process writes what the service begins with.
  Object.assign(process.env, S3_CREDENTIALS);
  const { bucket, endpoint } = server;
  const place = { bucket, prefix: 'tv', endpoint, region: undefined };
  const files = createS3Store(place, createLocalCopies(tmpdir()));
  // The server removes a folder with its last file, also while another file comes into it.
  for (const folder of ['probe', 'uploads', 'pictures', 'fence'])
    await files.put(`${folder}/stays`, Buffer.from('stays'));
  return {
    variables: {
      ...S3_CREDENTIALS,
      AWS_EC2_METADATA_DISABLED: 'true',
      FILE_STORE: `s3://${bucket}/tv?endpoint=http://127.0.0.1:${port}`,
    },
    files,
    setFault: (next) => {
      fault = next;
    },
    stop: async () => {
      front.closeAllConnections();
      await new Promise((done) => front.close(done));
      await server.close();
    },
  };
}

function refuse(
  asked: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
): void {
  // The client first sends all that it has.
  asked.resume().on('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      asked.method === 'HEAD'
        ? undefined
        : `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>of the drill</Message></Error>`,
    );
  });
}

/** With all headers as they were: the signature is made with the name of this host. */
function pass(asked: IncomingMessage, response: ServerResponse, port: number): void {
  const { method, url, rawHeaders } = asked;
  const upstream = request(
    { host: '127.0.0.1', port, method, path: url, headers: rawHeaders as never },
    (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(response);
    },
  );
  upstream.on('error', () => response.destroy());
  response.on('close', () => upstream.destroy());
  asked.pipe(upstream);
}
