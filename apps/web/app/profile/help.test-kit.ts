import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HelpTopic } from '@bonisa/contract/help-page-data';
import type { Language } from '@bonisa/domain/languages';

const FOLDER = join(import.meta.dirname, '../../../../server/kit/src/brand/help');

/** Our topics as the server has them, with places such as `{service}` unfilled. */
export function ourTopics(language: Language): readonly HelpTopic[] {
  const [, ...parts] = readFileSync(join(FOLDER, `${language}.md`), 'utf8').split(/^## /m);
  return parts.map((part) => {
    const [head = '', ...blocks] = part.split('\n\n').map((block) => block.replaceAll('\n', ' '));
    const [, question = '', id = ''] = /^(.+) \{#(.+)\}$/.exec(head) ?? [];
    const also = blocks.find((block) => block.startsWith('also: ')) ?? '';
    const answer = blocks.filter((block) => block !== also && block !== '');
    return { id, question, answer, also: also.slice('also: '.length), language };
  });
}
