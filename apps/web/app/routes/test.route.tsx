import type { ReplyOf } from '@bonisa/contract/calls';
import { CallError, CLIENT_HEADERS } from '@bonisa/contract/client';
import { useCallback, useEffect, useState } from 'react';
import { call, platform } from '../browser/api.ts';
import { Button } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { unexpectedError } from '../error-screen.tsx';
import { siteConfig } from '../page-context.ts';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import type { Route } from './+types/test.route.ts';

/** The request headers of this browser, shown and logged (rows R9, S9, A18). Demo mode only. */
export function loader({ context }: Route.LoaderArgs) {
  if (!siteConfig(context).demo) throw new Response(null, { status: 404 });
  return null;
}

export const meta: Route.MetaFunction = ({ error }) => [
  { title: error ? 'Page not found' : 'Request headers' },
  { name: 'robots', content: 'noindex' },
];

type Logged =
  | { state: 'waiting' }
  | { state: 'known'; log: ReplyOf<'logHeaders'>; device: string }
  | { state: 'failed'; problem: string };

export default function Test() {
  const [logged, setLogged] = useState<Logged>({ state: 'waiting' });
  const ask = useCallback(async () => {
    setLogged({ state: 'waiting' });
    try {
      const device = platform();
      const log = await call('logHeaders', {
        headers: {
          ...CLIENT_HEADERS,
          'x-platform': device,
          'x-screen': `${screen.width}x${screen.height}`,
        },
      });
      setLogged({ state: 'known', log, device });
    } catch (error) {
      setLogged({
        state: 'failed',
        problem: (error instanceof CallError && error.description) || unexpectedError(),
      });
    }
  }, []);
  useEffect(() => {
    void ask();
  }, [ask]);
  return (
    <div className="page-column">
      <h1 className="text-title">Request headers</h1>
      <p className="mt-2 text-quiet">
        What the server sees of a request from this browser, without secrets and numbers. It is
        logged there as well. This page is in demo mode only.
      </p>
      <noscript>
        <p className="mt-4">The headers are asked for by a script: this page needs JavaScript.</p>
      </noscript>
      {logged.state === 'waiting' ? (
        <div
          className="needs-script waiting mt-6 h-96"
          role="status"
          aria-label="Asking the server"
        />
      ) : null}
      {logged.state === 'failed' ? (
        <div className="mt-6">
          <ErrorNotice>{logged.problem}</ErrorNotice>
        </div>
      ) : null}
      {logged.state === 'known' ? <Log device={logged.device} log={logged.log} /> : null}
      <div className="needs-script mt-6">
        <Button onClick={() => void ask()}>Ask again</Button>
      </div>
    </div>
  );
}

function Log({ log, device }: { log: ReplyOf<'logHeaders'>; device: string }) {
  const sent = [
    ['Platform', device],
    ['Site version', CLIENT_HEADERS['x-site-version']],
    ['Country', CLIENT_HEADERS['x-country']],
    ['Locale', CLIENT_HEADERS['x-locale']],
    ['Logged at', log.at],
  ] as const;
  return (
    <>
      <h2 className="mt-8 text-heading">Sent along by the site</h2>
      <Facts facts={sent} />
      <h2 className="mt-8 text-heading">Headers</h2>
      <Facts facts={Object.entries(log.headers).sort(([a], [b]) => a.localeCompare(b))} />
    </>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="facts sheet headers mt-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** In production: the same page as for any unknown address. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what="this page" />;
}
