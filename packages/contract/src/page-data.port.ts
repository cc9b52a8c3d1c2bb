import type { Language } from '@bonisa/domain/languages';
import type { HelpTopic } from './help-page-data.ts';
import type { LegalPage } from './legal-page-data.ts';
import type { LiveChannelPage, LivePage } from './live-page-data.ts';
import type {
  CategoryPage,
  ChannelPage,
  ChannelsPage,
  EpisodePage,
  GenrePage,
  HomePage,
  PersonPage,
  ShowPage,
  SiteAddress,
  TitleCard,
  VideoPage,
} from './page-data.ts';
import type { SearchReply } from './search.calls.ts';

/**
 * The reads for pages: the interface between the screens (`apps/web`) and the server, which calls
 * it within the process while it renders. An unknown, unpublished or not yet playable entity is
 * `undefined` (the page returns 404) and appears in no list. Throws only when the database fails.
 */
export interface PageData {
  /** Increases with every visible change: part of a page cache's key. */
  version(): Promise<number>;
  home(): Promise<HomePage>;
  channels(): Promise<ChannelsPage>;
  channel(slug: string): Promise<ChannelPage | undefined>;
  /** 24 titles a page. `undefined` also for an unknown genre. */
  category(
    channel: string,
    slug: string,
    options: { page: number; genre?: string | undefined },
  ): Promise<CategoryPage | undefined>;
  genre(slug: string, options: { page: number }): Promise<GenrePage | undefined>;
  person(slug: string): Promise<PersonPage | undefined>;
  video(slug: string): Promise<VideoPage | undefined>;
  /** `undefined` also for an unknown season. */
  show(slug: string, options: { season?: number | undefined }): Promise<ShowPage | undefined>;
  episode(slug: string): Promise<EpisodePage | undefined>;
  /**
   * 20 channels of the guide in one window of time. Without a category: of all. `undefined` also
   * for a window that the guide does not have.
   */
  live(options: {
    category?: string | undefined;
    from?: string | undefined;
    page: number;
  }): Promise<LivePage | undefined>;
  /** A live channel's next hours, or a day of it from midnight. */
  liveChannel(
    category: string,
    slug: string,
    options: { from?: string | undefined },
  ): Promise<LiveChannelPage | undefined>;
  /** The first results of a search, for a browser without a script. */
  search(options: { text: string; language?: string | undefined }): Promise<SearchReply>;
  /** As `VideoPage.similar`; empty for an unknown title. */
  similar(slug: string): Promise<readonly TitleCard[]>;
  /** Every page for the sitemap. */
  addresses(): Promise<readonly SiteAddress[]>;
  terms(): Promise<LegalPage>;
  privacyPolicy(): Promise<LegalPage>;
  /** Questions and answers of Help & Support. */
  help(language: Language): Promise<readonly HelpTopic[]>;
}
