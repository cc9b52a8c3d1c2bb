const MODULE_PRELOAD = /<link rel="modulepreload"[^>]*>/g;

/**
 * Moves the names of the page's scripts from its head to its end and marks them as less urgent than what is seen: on a slow
 * network the first picture and the letters must not share the line with a hundred kilobytes of script. React finds the
 * links wherever they stand.
 */
export function scriptsLast(html: string): string {
  const links = html.match(MODULE_PRELOAD);
  const end = html.lastIndexOf('</body>');
  if (!links || end < 0) return html;
  const lowly = links.map((link) => link.replace('<link ', '<link fetchPriority="low" '));
  return `${html.slice(0, end)}${lowly.join('')}${html.slice(end)}`.replace(MODULE_PRELOAD, '');
}
