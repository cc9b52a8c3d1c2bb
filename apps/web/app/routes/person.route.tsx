import { useSite } from '../brand.ts';
import { pageData } from '../page-context.ts';
import { personNodes } from '../seo/json-ld.ts';
import { missingMeta, pageMeta } from '../seo/page-meta.ts';
import { StructuredData } from '../seo/structured-data.tsx';
import { personAddress } from '../titles/addresses.ts';
import { partWords } from '../titles/credits.tsx';
import { NotFoundOr } from '../titles/not-found-screen.tsx';
import { posterTile } from '../titles/tile.ts';
import { TitleTile } from '../titles/title-tile.tsx';
import { titlesWords } from '../titles/title-words.ts';
import { proseLanguage } from '../words/find-text.ts';
import { say } from '../words/words.ts';
import type { Route } from './+types/person.route.ts';

/** A person, and their titles that can be watched. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = await pageData(context).person(params.slug);
  if (!page) throw new Response(null, { status: 404 });
  const { slug, name, work } = page;
  return {
    person: { slug, name },
    work: work.map(({ title, roles }) => ({ title: posterTile(title), part: partWords(roles) })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return missingMeta();
  const { person, work } = loaderData;
  const first = work.slice(0, 3).map(({ title }) => title.title);
  const titles = first.join(', ');
  return pageMeta(matches, {
    title: person.name,
    description: say('listing.person.description', {
      name: person.name,
      titles: work.length > first.length ? say('listing.person.and_more', { titles }) : titles,
    }),
    path: personAddress(person),
    type: 'profile',
  });
};

export default function Person({ loaderData: { person, work } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <>
      <p className="page-eyebrow">{say('listing.people')}</p>
      <h1 className="page-title-below">{person.name}</h1>
      <p className="list-count">{say('listing.to_watch', { titles: titlesWords(work.length) })}</p>
      <ul className="title-grid">
        {work.map(({ title, part }) => (
          <li key={title.id}>
            <TitleTile title={title} format="poster" />
            <p className="tile-part">
              <span className="sr-only" lang={proseLanguage()}>
                {title.title}
                {': '}
              </span>
              {part}
            </p>
          </li>
        ))}
      </ul>
      <StructuredData
        nodes={
          import.meta.env.SSR
            ? personNodes(
                site,
                person,
                work.map(({ title }) => title),
              )
            : undefined
        }
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NotFoundOr error={error} what={say('missing.person')} />;
}
