import type { HelpTopic } from '@bonisa/contract/help-page-data';
import { languageTag } from '@bonisa/domain/languages';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pageData, siteConfig } from '../page-context.ts';
import { language } from '../words/find-text.ts';
import { say, sayWith } from '../words/words.ts';
import type { Route } from './+types/help.route.ts';
import { filterTopics } from './help-filter.ts';
import { ProfilePage } from './profile-page.tsx';
import { SupportContact } from './support-contact.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const topics = await pageData(context).help(language());
  return { site: siteConfig(context).publicUrl, topics };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const name = matches[0]?.loaderData?.config.brand.name ?? '';
  return [
    { title: `${say('profile.help')} · ${name}` },
    {
      name: 'description',
      content: say('help.description', { service: name }),
    },
    { tagName: 'link', rel: 'canonical', href: `${loaderData?.site ?? ''}/profile/help` },
  ];
};

/**
 * Customer care and FAQs (row S8), complete in the server's page; only the search needs a script.
 */
export default function Help({ loaderData: { topics } }: Route.ComponentProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // Text typed before hydration.
  useEffect(() => setText(field.current?.value ?? ''), []);
  const found = filterTopics(topics, text);
  const asked = text.trim() !== '';
  return (
    <ProfilePage heading={say('profile.help')}>
      <section aria-labelledby="customer-care">
        <h2 id="customer-care" className="mb-3 text-heading">
          {say('help.care')}
        </h2>
        <SupportContact />
      </section>
      <section className="mt-10" aria-labelledby="questions">
        <h2 id="questions" className="text-heading">
          {say('help.questions')}
        </h2>
        <search className="needs-script mt-3 block">
          <label htmlFor="help-search" className="field-label">
            {say('help.search')}
          </label>
          <input
            ref={field}
            id="help-search"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            placeholder={say('help.search.example')}
            className="field-input"
            aria-describedby="help-found"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <p id="help-found" role="status" className="mt-2 text-small text-quiet">
            {foundWords(found.length)}
          </p>
        </search>
        <div className="mt-3 grid gap-2">
          {found.map((topic) => (
            <Topic key={topic.id} topic={topic} open={asked && found.length <= 2} />
          ))}
        </div>
        <p className="mt-8 text-quiet">
          {sayWith('help.not_found', {
            feedback: (words) => (
              <Link to="/profile/feedback" className="text-link inline-flex min-h-11 items-center">
                {words}
              </Link>
            ),
          })}
        </p>
      </section>
    </ProfilePage>
  );
}

function foundWords(count: number): string {
  return count === 0 ? say('help.none') : say('help.count', { count });
}

function Topic({ topic, open }: { topic: HelpTopic; open: boolean }) {
  return (
    <details className="fold" open={open} lang={languageTag(topic.language)}>
      <summary>{topic.question}</summary>
      {/* On the answer, not on the whole fold: a browser opens the fold that contains the target of
          `#stop`. */}
      <div id={topic.id} className="fold-body scroll-mt-40">
        {topic.answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}
