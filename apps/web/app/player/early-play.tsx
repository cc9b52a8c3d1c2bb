import { playerUrl } from 'virtual:player-assets';
import earlyPlayScript from './early-play.entry.ts?inline-script';

/** What stands at the beginning of every head: React sends it before all else. */
const HEAD = '<head><meta charSet="utf-8"/>';

/**
 * The header of a page that starts to play: a browser fetches the player before it has read the
 * page, so that the player is there before the answer of the play call.
 */
export const PLAYER_LINK = `<${playerUrl}>; rel=modulepreload`;

/**
 * The script that makes the play call of a watch page before anything else has arrived. The server
 * alone renders it: React takes over the attributes of a head's elements, not their texts.
 */
export function EarlyPlay() {
  return (
    <script
      suppressHydrationWarning
      data-player={playerUrl}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of ours, only rendered on the server
      dangerouslySetInnerHTML={{ __html: earlyPlayScript }}
    />
  );
}

/**
 * Moves the script in front of the page's description, so that a browser can run it as soon as the
 * first packet is there. React writes all descriptions of a head before its scripts. Throws if the
 * head does not begin as it should.
 */
export function withEarlyPlayFirst(html: string): string {
  const script = `<script data-player="${playerUrl}">${earlyPlayScript}</script>`;
  const at = html.indexOf(script);
  if (at < 0) return html;
  const start = html.indexOf(HEAD) + HEAD.length;
  if (start < HEAD.length || start > at) throw new Error('the head does not begin as expected');
  return html.slice(0, start) + script + html.slice(start, at) + html.slice(at + script.length);
}
