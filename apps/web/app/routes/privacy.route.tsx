import { pageData, siteConfig } from '../page-context.ts';
import type { Route } from './+types/privacy.route.ts';
import { LegalScreen } from './legal-screen.tsx';

/** The privacy policy (row R8). */
export async function loader({ context }: Route.LoaderArgs) {
  return { page: await pageData(context).privacyPolicy(), site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData?.page.title ?? 'Privacy'} · ${matches[0]?.loaderData?.config.brand.name ?? ''}`,
  },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/privacy-policy` },
];

export default function Privacy({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <LegalScreen
      page={page}
      other={{ to: '/terms-and-conditions', label: 'Read our terms and conditions' }}
    />
  );
}
