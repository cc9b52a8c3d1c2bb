import { makeDataLayer } from '../flow/page-view.ts';

const ADDRESS = 'https://www.googletagmanager.com/gtm.js?id=';

/** Adds the script of a container of Google Tag Manager to the page, once. */
export function loadTagManager(container: string): void {
  const src = ADDRESS + encodeURIComponent(container);
  if (document.querySelector(`script[src="${src}"]`)) return;
  makeDataLayer(window);
  (window.dataLayer as object[]).push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  document.head.append(script);
}
