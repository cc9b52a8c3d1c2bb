import type { BodyOf } from '@bonisa/contract/calls';

/** An entity that can be on a list. A title's or an episode's card fits as it is. */
export interface Reference {
  readonly kind: 'video' | 'show' | 'episode' | 'channel' | 'category';
  readonly id: number;
  readonly slug: string;
}

/** `video:12`: the key of an entity in the viewer call. */
export function keyOf({ kind, id }: Pick<Reference, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}

/** The field by which the list calls name an entity; a show by its slug (interfaces 'Content'). */
export function fieldsOf({ kind, id, slug }: Reference): BodyOf<'addToList'> {
  switch (kind) {
    case 'video':
      return { video_id: id };
    case 'show':
      return { show: slug };
    case 'episode':
      return { episode_id: id };
    case 'channel':
      return { channel_id: id };
    case 'category':
      return { category_id: id };
  }
}
