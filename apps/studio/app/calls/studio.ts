import { me } from '@bonisa/contract/studio/staff.calls';
import { createGuardedClient } from './guarded-client.ts';
import { createPrompts } from './prompts.ts';

/** The page's own client and what it asks the person. */
export const prompts = createPrompts();

export const studio = createGuardedClient({
  fetch: (...given) => window.fetch(...given),
  prompts,
  me,
});
