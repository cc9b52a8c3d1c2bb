import { problemsIn } from '@bonisa/contract/problem-words';
import { AppError } from '@bonisa/kit/http/app-error';
import { invalidRequest } from '@bonisa/kit/http/errors';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { createSigner } from '@bonisa/kit/secrets/signed-token';
import type { Staff } from './staff.ts';
import { runStaffCommand, staffCommand } from './staff-commands.ts';

/** Names the process that answered: the command checks that it holds its `DATA_DIR`. */
export const STAFF_PROCESS_HEADER = 'x-bonisa-process';
export const STAFF_PROOF_HEADER = 'x-bonisa-proof';
export const STAFF_TIME_HEADER = 'x-bonisa-time';
const PROOF_MS = 60_000;

/** Shows that a command may read the product's secrets: any program may reach the loopback. */
export function staffProof(key: Uint8Array, time: string, body: unknown): string {
  return createSigner(key, 'staff command').sign(proven(time, body));
}

function proven(time: string, body: unknown): string {
  return `${time}\n${JSON.stringify(body)}`;
}

/**
 * `POST /ops/staff`: a command of `npm run staff`, for a product whose embedded database only the
 * running process can open.
 */
export function staffOpsRoutes(staff: Staff, key: Buffer): OpsRoutes {
  const signer = createSigner(key, 'staff command');
  return (operations) => {
    operations.post('/ops/staff', { schema: { hide: true } }, async ({ headers, body }, reply) => {
      reply.header(STAFF_PROCESS_HEADER, String(process.pid)).header('cache-control', 'no-store');
      const time = String(headers[STAFF_TIME_HEADER] ?? '');
      const isRecent = Math.abs(Date.now() - Date.parse(time)) <= PROOF_MS;
      const proof = String(headers[STAFF_PROOF_HEADER] ?? '');
      if (!isRecent || !signer.matches(proven(time, body), proof))
        throw new AppError('invalid_token', 'Only npm run staff makes this call.');
      const read = staffCommand.safeParse(body);
      if (!read.success) throw invalidRequest(problemsIn(read.error));
      return { text: await runStaffCommand(staff, read.data) };
    });
  };
}
