import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { instantInput } from '../times.ts';
import { studioCall } from './studio-call.ts';

/** The preview of the whole site: drafts, and the schedule as of any instant. */

export const preview = studioCall({
  id: 'studioPreview',
  method: 'POST',
  path: '/studio/api/preview',
  tag: 'studio catalogue',
  summary:
    'A link that opens the site with its drafts, as a visitor or a subscriber sees it at an instant. It is for the person who asks: the first browser that opens it keeps it, until it is ended, half an hour is over, or their session in the studio ends. Nothing can be subscribed or charged there',
  needs: 'catalogue:read',
  body: z
    .strictObject({
      as: z.enum(['visitor', 'subscriber']),
      at: absent(instantInput).meta({ description: 'Without it: now' }),
      package: absent(text(80)).meta({
        description:
          'The package that the subscriber holds, of studioPackageNames; without it every title is open. A visitor holds none',
      }),
      path: absent(
        z
          .string()
          .max(300)
          .regex(/^\/(?![/\\])[!-~]*$/, { error: 'must be a path of the site' }),
      ),
    })
    .refine((asked) => asked.as === 'subscriber' || asked.package === undefined, {
      error: 'is for a subscriber: a visitor holds none',
      path: ['package'],
    }),
  reply: z.object({ url: z.string(), expires_at: instant }),
  errors: ['account_needed'],
});
