import type { me } from '@bonisa/contract/studio/staff.calls';
import {
  createStudioClient,
  createStudioSender,
  StudioCallError,
  type StudioClient,
  type StudioReplyOf,
  type StudioSender,
} from '@bonisa/contract/studio/studio-client';
import type { Prompts } from './prompts.ts';

export type Me = StudioReplyOf<typeof me>;

export interface GuardedClientOptions {
  readonly fetch: typeof fetch;
  readonly prompts: Pick<Prompts, 'ask'>;
  /** The declaration of `me`, which tells the token of the session. */
  readonly me: typeof me;
}

export interface GuardedClient {
  readonly call: StudioClient;
  /** As `call`, for a body that is no JSON. */
  readonly send: StudioSender;
  /** The token of the session, for requests that are made elsewhere. */
  readonly csrfToken: () => string | undefined;
  /**
   * Who is signed in; also takes the token of their session. Throws once somebody else is signed in
   * than at first: the page shows the first person, so it does nothing as the other.
   */
  whoAmI(): Promise<Me>;
}

/**
 * The client of the studio's calls as screens use it. Where a call needs a factor or a new sign-in,
 * the person is asked and the call is made again; where the token is outdated, it is renewed.
 */
export function createGuardedClient({
  fetch,
  prompts,
  me: meCall,
}: GuardedClientOptions): GuardedClient {
  let token: string | undefined;
  let first: string | undefined;
  const csrfToken = (): string | undefined => token;
  const plain = createStudioClient({ fetch, csrfToken });
  const plainSend = createStudioSender({ fetch, csrfToken });
  const whoAmI = async (): Promise<Me> => {
    const person = await plain(meCall);
    first ??= person.id;
    if (person.id !== first) throw new Error(otherPersonWords(person));
    token = person.csrf_token ?? undefined;
    return person;
  };

  /** Mends what a refusal asks for; `false` if the call stays refused. */
  async function mend(code: string | undefined): Promise<boolean> {
    if (code === 'step_up_needed') return await prompts.ask('factor');
    if (code === 'not_signed_in' && !(await prompts.ask('sign-in'))) return false;
    if (code !== 'not_signed_in' && code !== 'csrf_token_invalid') return false;
    await whoAmI();
    return true;
  }

  async function guarded<Answer>(make: () => Promise<Answer>): Promise<Answer> {
    const mended = new Set<string>();
    for (;;) {
      try {
        return await make();
      } catch (error) {
        const code = error instanceof StudioCallError ? error.code : undefined;
        // Each thing is mended once: a call that is refused again for the same is refused.
        if (code === undefined || mended.has(code) || !(await mend(code))) throw error;
        mended.add(code);
      }
    }
  }
  return {
    call: (definition, input, options) => guarded(() => plain(definition, input, options)),
    send: (definition, input, request) => guarded(() => plainSend(definition, input, request)),
    csrfToken,
    whoAmI,
  };
}

function otherPersonWords({ name }: Me): string {
  return `${name} is signed in in this browser now. Reload the page to go on as ${name}.`;
}
