import { CoreAdminContext, memoryStore } from 'ra-core';
import { Suspense, useMemo } from 'react';
import { createBrowserRouter, Route, RouterProvider, Routes } from 'react-router-dom';
import { createAuthProvider } from '../calls/auth-provider.ts';
import { dataProvider } from '../calls/data-provider.ts';
import type { Me } from '../calls/guarded-client.ts';
import { PersonProvider } from '../calls/person.tsx';
import { createQueries } from '../calls/queries.ts';
import { studio } from '../calls/studio.ts';
import { ConfirmProvider } from '../design/confirm.tsx';
import { Loading } from '../design/states.tsx';
import { SCREENS, screensFor } from '../screens.ts';
import HomeScreen from './home.screen.tsx';
import { lazyPart } from './lazy-part.ts';
import { MissingScreen } from './missing.screen.tsx';
import { PromptDialogs } from './prompt-dialogs.tsx';
import { ScreenBoundary } from './screen-boundary.tsx';
import { Shell } from './shell.tsx';
import { Toasts } from './toasts.tsx';
import { words } from './words.ts';

/** The component of each screen, loaded when it is opened. */
const LOADED = new Map(SCREENS.map((screen) => [screen, lazyPart(screen.load)]));

function Screens({ me }: { readonly me: Me }) {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      {screensFor(me.scopes).map((screen) => {
        const Loaded = LOADED.get(screen);
        return Loaded && <Route key={screen.path} path={screen.path} element={<Loaded />} />;
      })}
      <Route path="*" element={<MissingScreen />} />
    </Routes>
  );
}

function Studio({ me }: { readonly me: Me }) {
  const parts = useMemo(() => {
    const leave = (address: string): void => window.location.assign(address);
    return {
      authProvider: createAuthProvider({ studio, me, leave }),
      queryClient: createQueries(),
      store: memoryStore(),
    };
  }, [me]);
  return (
    <CoreAdminContext {...parts} dataProvider={dataProvider} i18nProvider={words}>
      <PersonProvider me={me}>
        <ConfirmProvider>
          <Shell>
            <ScreenBoundary>
              <Suspense fallback={<Loading />}>
                <Screens me={me} />
              </Suspense>
            </ScreenBoundary>
          </Shell>
          <Toasts />
          <PromptDialogs />
        </ConfirmProvider>
      </PersonProvider>
    </CoreAdminContext>
  );
}

/** The studio for a person who is signed in. */
export function App({ me }: { readonly me: Me }) {
  const router = useMemo(
    () => createBrowserRouter([{ path: '*', element: <Studio me={me} /> }]),
    [me],
  );
  return <RouterProvider router={router} />;
}
