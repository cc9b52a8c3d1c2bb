import { config } from 'zod';

// The policy of the page allows no code that is made from text. Schemas ask when they are made, so
// this comes before all of them: it is in the chunk of the library (`vite.config.ts`).
config({ jitless: true });
