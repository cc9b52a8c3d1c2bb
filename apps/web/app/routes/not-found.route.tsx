import { data } from 'react-router';
import { missingMeta } from '../seo/page-meta.ts';
import { NotFoundScreen } from '../titles/not-found-screen.tsx';
import type { Route } from './+types/not-found.route.ts';

/** Any unknown address: a page with status 404 in the main layout. */
export function loader() {
  return data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => missingMeta();

export default function NotFound() {
  return <NotFoundScreen />;
}
