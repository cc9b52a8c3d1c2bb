import type { GenreName, RenditionCost, WatchFacts } from '@bonisa/contract/page-data';
import { formatMegabytes } from '@bonisa/domain/playback/megabytes';
import { Link } from 'react-router';
import { Fact } from '../design/fact.tsx';
import { proseLanguage } from '../words/find-text.ts';
import { inOwnName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import { categoryAddress, channelAddress, genreAddress } from './addresses.ts';
import { Credits } from './credits.tsx';

interface AboutTitleProps {
  title: string;
  genre: GenreName;
  facts: Pick<
    WatchFacts,
    'description' | 'languages' | 'captions' | 'channel' | 'category' | 'credits'
  >;
  /** The data cost of each rendition; none for a show. */
  renditions?: readonly RenditionCost[];
}

/** All facts of a title, and links to similar ones. */
export function AboutTitle({ title, genre, facts, renditions = [] }: AboutTitleProps) {
  const { description, languages, captions, channel, category, credits } = facts;
  return (
    <section className="watch-more about-title">
      <div>
        <h2 className="text-heading">{say('title.about', { title })}</h2>
        {description.split('\n\n').map((paragraph) => (
          <p key={paragraph} className="mt-2.5 max-w-[42rem]" lang={proseLanguage()}>
            {paragraph}
          </p>
        ))}
        <dl className="facts mt-4 max-w-[42rem]">
          <Fact term={say('title.channel')}>
            <Link to={channelAddress(channel)} className="text-link" lang={proseLanguage()}>
              {channel.title}
            </Link>
          </Fact>
          {category ? (
            <Fact term={say('title.category')}>
              <Link to={categoryAddress({ channel, slug: category.slug })} className="text-link">
                {inOwnName(category)}
              </Link>
            </Fact>
          ) : null}
          <Fact term={say('title.genre')}>
            <Link to={genreAddress(genre)} className="text-link">
              {inOwnName(genre)}
            </Link>
          </Fact>
          <Fact term={say('title.sound')}>
            {languages.map((language) => language.name).join(', ')}
          </Fact>
          {captions.length > 0 ? (
            <Fact term={say('title.captions')}>
              {captions.map((language) => language.name).join(', ')}
            </Fact>
          ) : null}
          {renditions.length > 0 ? (
            <Fact term={say('title.data')}>
              {renditions
                .map(
                  ({ height, megabytes }) =>
                    `${height > 0 ? `${height}p` : say('title.sound_only')} ${formatMegabytes(megabytes)}`,
                )
                .join(', ')}
            </Fact>
          ) : null}
        </dl>
      </div>
      <Credits credits={credits} />
    </section>
  );
}
