import type { Role, Scope } from '@bonisa/domain/staff/staff-roles';
import { createRefundBench } from '@bonisa/money/billing/refunds/refund.test-kit';
import { extractText, getDocumentProxy } from 'unpdf';
import {
  ask,
  createPerson,
  createSession,
  type Person,
  type StaffRequest,
  type StudioAnswer,
} from '../staff/staff.test-kit.ts';
import { runStaffCommand } from '../staff/staff-commands.ts';

export type CareBench = Awaited<ReturnType<typeof createCareBench>>;
export type CarePerson = Awaited<ReturnType<CareBench['person']>>;

let keys = 0;
/** A key that no act has used. */
export const freshKey = (): string => `test-key-${++keys}`;

/** A product with the studio, and people who answer callers. */
export async function createCareBench(variables: Record<string, string> = {}) {
  const bench = await createRefundBench(variables);
  const { product } = bench;
  const studio = await product.studio();

  const as = (credentials: StaffRequest) => {
    const call = (path: string, body?: unknown, method?: string): Promise<StudioAnswer> =>
      ask(studio, `/studio/api/care/${path}`, {
        ...credentials,
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body }),
      });
    /** The handle of a number, found for a reason. */
    const open = async (msisdn: string): Promise<string> => {
      const found = await call('find', { msisdn, reason: 'Caller asks' });
      if (found.status !== 200) throw new Error(JSON.stringify(found.body));
      return String(found.body.handle);
    };
    return {
      credentials,
      call,
      open,
      /** Does an act on a number, with a fresh key unless one is given. */
      act: async (path: string, msisdn: string, body: Record<string, unknown>) =>
        call(path, {
          handle: await open(msisdn),
          key: freshKey(),
          ...(path === 'note' || path === 'disputes' ? {} : { reason: 'Caller asks for it' }),
          ...body,
        }),
    };
  };

  /** Another session of a person, or of a new one. */
  const session = async (person: Person) => {
    const { cookie, csrf } = await createSession(product, person);
    return { person, ...as({ cookie, csrf }) };
  };

  return {
    ...bench,
    studio,
    session,
    person: async (...roles: Role[]) => session(await createPerson(product, roles)),
    /** A program with an API key. */
    program: async (...scopes: Scope[]) => {
      const asked = { command: 'key' as const, name: `Program ${freshKey()}`, scopes, days: 9 };
      const [secret] = (await runStaffCommand(product.app.staff, asked)).split('\n');
      return as({ headers: { authorization: `Bearer ${secret}` } });
    },
    audit: (action: string) =>
      product.rows(
        `select actor, subject, reason, details from staff_audit where action = '${action}' order by id`,
      ),
    charges: (msisdn: string) =>
      product.rows(
        `select c.reference, c.amount::int from charges c join subscriptions s on s.id = c.subscription_id
         join subscribers b on b.id = s.subscriber_id where b.msisdn = '${msisdn}' order by c.created_at`,
      ),
  };
}

/** The text of a PDF as a search finds it, in one line. */
export async function textOfPdf(file: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}
