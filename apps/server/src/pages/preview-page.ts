import type { PreviewView } from '@bonisa/backoffice/preview/preview.service';
import { withPreviewBar } from '@bonisa/backoffice/preview/preview-bar';
import type { PageData } from '@bonisa/contract/page-data.port';
import type { Language } from '@bonisa/domain/languages';
import { type PageEntry, pageEntry } from './page-entry.ts';
import type { PageLibraryOptions, WebBuild } from './page-library.ts';
import type { PageTarget } from './page-target.ts';
import { createPageVersions } from './page-version.ts';

/** Renders a page of a preview, which no cache may hold. */
export type PreviewPages = (
  view: PreviewView,
  target: PageTarget,
  language: Language,
) => Promise<PageEntry>;

export function createPreviewPages(
  build: WebBuild,
  dataAt: (at: Date) => PageData,
  { config, csp, mediaUrls, ownScripts, reportError = () => undefined }: PageLibraryOptions,
): PreviewPages {
  const { createPageHandler } = build.entry.module;
  const versionOf = createPageVersions(build.assets);
  return async (view, { address, branch, isData }, language) => {
    const data = dataAt(view.at);
    const handle = createPageHandler(build, { data, config, reportError, ownScripts });
    const asked = new Request(`${config.publicUrl}${address}`);
    const response = await handle(asked, { missingPages: true, language });
    const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false;
    const text = await response.text();
    const headers = new Headers(response.headers);
    headers.set('x-robots-tag', 'noindex, nofollow');
    const shown = new Response(isDocument ? withPreviewBar(text, view) : text, {
      status: response.status,
      headers,
    });
    return await pageEntry(shown, {
      sources: csp,
      mediaUrls,
      shared: false,
      language,
      isMissingPage: response.status === 404,
      version: isData ? versionOf(branch) : undefined,
    });
  };
}
