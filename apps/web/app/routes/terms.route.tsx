import { pageData, siteConfig } from '../page-context.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/terms.route.ts';
import { LegalScreen } from './legal-screen.tsx';

/** The terms (row R8). The notice to the operator is not for the reader. */
export async function loader({ context }: Route.LoaderArgs) {
  const { title, version, sections } = await pageData(context).terms();
  return { page: { title, version, sections }, site: siteConfig(context).publicUrl };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData?.page.title ?? say('terms_and_conditions')} · ${matches[0]?.loaderData?.config.brand.name ?? ''}`,
  },
  { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/terms-and-conditions` },
];

export default function Terms({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <LegalScreen page={page} other={{ to: '/privacy-policy', label: say('legal.read_privacy') }} />
  );
}
