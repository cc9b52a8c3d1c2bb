import './no-code-from-text.ts';
import { StudioCallError } from '@bonisa/contract/studio/studio-client';
import { createRoot } from 'react-dom/client';
import { signInAddress } from './calls/auth-provider.ts';
import { productNow } from './calls/settings.ts';
import { studio } from './calls/studio.ts';
import './design/styles.css';
import { Problem } from './design/states.tsx';
import { App } from './shell/app.tsx';

// Compares the clocks while the document is fresh.
productNow();

/** Shows the studio to who is signed in, and the sign-in to everybody else. */
async function begin(): Promise<void> {
  const place = document.getElementById('studio');
  if (!place) throw new Error('the document has no place for the studio');
  const root = createRoot(place);
  try {
    root.render(<App me={await studio.whoAmI()} />);
  } catch (error) {
    if (error instanceof StudioCallError && error.code === 'not_signed_in') {
      const { pathname, search } = window.location;
      return window.location.replace(signInAddress(`${pathname}${search}`));
    }
    root.render(
      <main className="mx-auto max-w-[40rem] p-8">
        <h1 className="mb-4 text-title">Studio</h1>
        <Problem error={error} onRetry={() => window.location.reload()} />
      </main>,
    );
  }
}

void begin();
