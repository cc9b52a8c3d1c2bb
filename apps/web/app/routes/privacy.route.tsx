import { pageData, siteConfig } from '../page-context.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/privacy.route.ts';
import { LegalScreen } from './legal-screen.tsx';

/** The privacy policy (row R8). The notice to the operator is not for the reader. */
export async function loader({ context }: Route.LoaderArgs) {
  const { title, version, sections } = await pageData(context).privacyPolicy();
  return { page: { title, version, sections }, site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData?.page.title ?? say('frame.privacy')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}`,
  },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/privacy-policy` },
];

export default function Privacy({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <LegalScreen
      page={page}
      other={{ to: '/terms-and-conditions', label: say('legal.read_terms') }}
    />
  );
}
