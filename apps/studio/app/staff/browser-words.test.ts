import { expect, it } from 'vitest';
import { browserWords } from './browser-words.ts';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome 156 on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/156.0.0.0`, 'Edge 156 on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14; K) ${CHROME.replace('Safari', 'Mobile Safari')}`,
    'Chrome 156 on Android',
  ],
  [`${IPHONE} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari 18 on iPhone'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox 140 on Linux',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
])('says which browser %s is', (agent, words) => {
  expect(browserWords(agent)).toBe(words);
});
