/** The file of nginx for one machine, from `deploy/nginx-tls.conf` and `deploy/nginx.conf`. */

/** Ports of the processes that nginx leads to, on this machine. */
export interface Upstreams {
  /** Processes that serve pages. */
  readonly pages: readonly number[];
  /** Those with `ROLE=api`. */
  readonly calls: readonly number[];
  readonly studio: readonly number[];
}

export interface NginxPlace {
  /** Names without a port. */
  readonly site: string;
  readonly studio: string;
  readonly upstreams: Upstreams;
  /** The folder of `FILE_STORE` where it is one: nginx sends its files itself. */
  readonly folder?: string;
}

/** The text of a shipped file of nginx. */
export type Template = (name: 'nginx-tls.conf' | 'nginx.conf') => string;

/** The file; throws where a shipped file has no longer what is changed in it. */
export function nginxFor(place: NginxPlace, template: Template): string {
  const { site, studio, upstreams } = place;
  const shipped = template('nginx-tls.conf');
  const named = withoutHttp3(shipped.slice(shipped.indexOf('\nuser nginx;') + 1));
  const text = replaced(named, {
    'user nginx;': 'user www-data;',
    'watch.example.org': site,
    'studio.example.org': studio,
    '/etc/nginx/certificates/': `/etc/letsencrypt/live/${site}/`,
    [between(named, "  # Docker's own name server.", '  # Idle connections end')]: '',
    [line('pages:3000')]: upstreams.pages.map((port) => at(port)).join(''),
    [line('api:3000')]: upstreams.calls.map((port) => at(port)).join(''),
    [line('pages:3000', ' backup')]: upstreams.pages.map((port) => at(port, ' backup')).join(''),
    [line('api:3002')]: upstreams.studio.map((port) => at(port)).join(''),
  });
  return `# nginx of ${site}, made from deploy/nginx-tls.conf.\n${
    place.folder === undefined ? text : withFolder(text, place.folder, template('nginx.conf'))
  }`;
}

/** The shipped file for an nginx without HTTP/3, such as Debian 12's. */
export function withoutHttp3(text: string): string {
  const lines = text.split('\n');
  const kept = lines.filter((one) => !/^ *(?:listen 443 quic|add_header Alt-Svc)\b/.test(one));
  if (kept.length !== lines.length - 4) throw new Error('nginx: four lines were for HTTP/3');
  return kept.join('\n');
}

const OPTIONS = 'max_fails=1 fail_timeout=1s';
const line = (address: string, more = ''): string =>
  `    server ${address} resolve ${OPTIONS}${more};\n`;
const at = (port: number, more = ''): string => `    server 127.0.0.1:${port} ${OPTIONS}${more};\n`;

/** With the locations of media and pictures, which `nginx.conf` has for a folder. */
function withFolder(text: string, folder: string, forFolder: string): string {
  const cache = between(
    forFolder,
    '  # The answers of /media/check',
    '  # One line for each process',
  );
  const media = between(
    forFolder,
    '    # A file of an asset.',
    '    # Scripts, styles and the font',
  );
  const locations = media.replaceAll('@bonisa', '@site').replaceAll('http://bonisa', 'http://site');
  const calls = '    location ~ ^/(api|content|carrier|oauth)/ {\n';
  const upstreams = '  # Idle connections end';
  return replaced(text, {
    [upstreams]: `${cache}${upstreams}`,
    [calls]: `    root ${folder};\n${locations}${calls}`,
  });
}

/** A text from one mark to before another. */
function between(text: string, from: string, to: string): string {
  const [begin, end] = [text.indexOf(from), text.indexOf(to)];
  if (begin < 0 || end < begin) throw new Error(`nginx: nothing is between '${from}' and '${to}'`);
  return text.slice(begin, end);
}

/** A text with changes, each of which must find its place. */
export function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((sum, [from, to]) => {
    if (!sum.includes(from)) throw new Error(`nginx: '${from}' is not in the file`);
    return sum.replaceAll(from, to);
  }, text);
}
