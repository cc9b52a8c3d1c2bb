import { CheckIcon, PlusIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';
import { useListMark, usePutOnList } from './my-list.ts';
import type { Reference } from './reference.ts';

interface ListButtonProps {
  reference: Reference;
  title: string;
  /**
   * `card`: a mark over the corner of a picture. It is placed beside the card's link within its
   * `tile`, and appears once the viewer is known. `page` (the default): a labelled button that is
   * there from the beginning.
   */
  place?: 'page' | 'card';
}

/**
 * Adds an entity to the viewer's list and removes it (rows F9, A5). Its name stays; its state tells
 * whether the entity is on the list.
 */
export function ListButton({ reference, title, place = 'page' }: ListButtonProps) {
  const mark = useListMark(reference);
  const put = usePutOnList();
  if (place === 'card' && mark === 'waiting') return null;
  const on = mark === 'on';
  const Icon = on ? CheckIcon : PlusIcon;
  return (
    <button
      type="button"
      className={place === 'card' ? 'list-mark' : 'button button-quiet list-button'}
      aria-pressed={on}
      aria-label={say('list.add', { title })}
      onClick={() => void put(reference, title, !on)}
    >
      <Icon />
      {place === 'card' ? null : <span>{say('my_list')}</span>}
    </button>
  );
}
