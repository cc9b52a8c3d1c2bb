import type { SiteConfig } from '@bonisa/contract/site-config';
import { languageTag } from '@bonisa/domain/languages';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  useLocation,
  useRouteError,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { themeColour, useBrand } from './brand.ts';
import earlyPressScript from './browser/early-press.entry.ts?inline-script';
import { useReplayOfEarlyPress } from './browser/early-press.ts';
import { OldBrowser } from './browser/old-browser.tsx';
import { readsServer } from './browser/problem.ts';
import { ScrollPlace } from './browser/scroll-place.tsx';
import { useTagManager } from './browser/use-tag-manager.ts';
import fontUrl from './design/fonts/bricolage-grotesque-800.woff2?url';
import { STYLES_PLACE } from './design/page-styles.ts';
import { ErrorScreen } from './error-screen.tsx';
import { BareLayout } from './layouts/bare-layout.tsx';
import { siteConfig } from './page-context.ts';
import { PageScripts } from './page-scripts.tsx';
import { EarlyPlay } from './player/early-play.tsx';
import { NotFoundScreen } from './titles/not-found-screen.tsx';
import { isWatchPage, startsPlaying } from './watch/starts-playing.ts';
import { language, proseLanguage } from './words/find-text.ts';

/**
 * The written allow-list: field by field, so that a field that the server's configuration gains
 * stays there.
 */
export function loader({ context }: Route.LoaderArgs): { config: SiteConfig } {
  const { brand, packages, publicUrl, demo, plainSignUp } = siteConfig(context);
  const { name, carrier, supportNumber, supportEmail, tagManager, look, texts } = brand;
  const own = texts?.[language()];
  const shown = {
    ...{ name, carrier, supportNumber, supportEmail },
    ...(tagManager ? { tagManager } : {}),
    ...(look ? { look } : {}),
    ...(own ? { texts: { [language()]: own } } : {}),
  };
  const sold = packages.map(({ id, period, price, trial }) => ({ id, period, price, trial }));
  const plain = plainSignUp ? { plainSignUp } : {};
  return { config: { brand: shown, packages: sold, publicUrl, demo, ...plain } };
}

/**
 * The configuration never changes while a page lives: moving within the site must not wait for it,
 * least of all on the way to paying.
 */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.config.brand.name ?? 'Bonisa' },
];

/** The document around every page, the error page included. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={languageTag(language())} data-prose={proseLanguage()}>
      <head>
        <meta charSet="utf-8" />
        <EarlyPlayOfPage />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <ThemeColour />
        <Meta />
        <FontPreload />
        <link rel="icon" href="/icons/mark.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href={`/manifest.${language()}.webmanifest`} />
        <OldBrowser />
        <PageStyles />
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours, only rendered on the server
          dangerouslySetInnerHTML={{ __html: earlyPressScript }}
        />
        <Links />
      </head>
      <body>
        {children}
        <ScrollPlace />
        <PageScripts />
      </body>
    </html>
  );
}

/** The colour of the browser around the page. */
function ThemeColour() {
  return <meta name="theme-color" content={themeColour(useBrand())} />;
}

function EarlyPlayOfPage() {
  const { pathname } = useLocation();
  return isWatchPage(pathname) ? <EarlyPlay /> : null;
}

/**
 * The font of headings, the brand's own where it has one: without it the first words appear in
 * another font. A page that starts to play has none yet.
 */
function FontPreload() {
  const { pathname, search } = useLocation();
  const href = useBrand().look?.font ?? fontUrl;
  if (isWatchPage(pathname) && startsPlaying({ search })) return null;
  return <link rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />;
}

/** What the server wrote into `PageStyles`. */
const writtenStyles = import.meta.env.SSR
  ? ''
  : (document.querySelector('head style')?.textContent ?? '');

/**
 * The place of the page's styles (`withStyles`) and those of the brand. The browser's script
 * contains none of them: the error page, which renders the whole document again, takes them from
 * the document that came.
 */
function PageStyles() {
  const { look } = useBrand();
  const text = import.meta.env.SSR ? STYLES_PLACE + (look?.style ?? '') : writtenStyles;
  return (
    <style
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the style sheet of our own build, and that of the brand from checked colours
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}

export default function Root() {
  useReplayOfEarlyPress();
  useTagManager(useBrand().tagManager);
  return <Outlet />;
}

/**
 * The error page (S5): in English the server's description if there is one (X3), otherwise the
 * plain words of X2; a missing page says that it is missing.
 */
export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <BareLayout>
        <NotFoundScreen />
      </BareLayout>
    );
  }
  const said =
    readsServer() &&
    isRouteErrorResponse(error) &&
    error.status < 500 &&
    typeof error.data === 'string'
      ? descriptionIn(error.data)
      : '';
  return (
    <BareLayout>
      <ErrorScreen message={said || undefined} />
    </BareLayout>
  );
}

/**
 * The description of an error in the one shape of errors (a data request that was refused), else
 * the text itself.
 */
function descriptionIn(text: string): string {
  try {
    const { description } = JSON.parse(text) as { description?: unknown };
    return typeof description === 'string' ? description : text;
  } catch {
    // Plain words.
    return text;
  }
}
