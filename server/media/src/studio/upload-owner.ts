import type { StudioActor } from '@bonisa/kit/http/studio-types';

/** Who begins an upload, as its row has it. */
export function uploaderOf({ kind, id }: StudioActor): string {
  return `${kind}:${id}`;
}

/** Whose uploads a person sees and goes on with: the own ones; whoever publishes has all. */
export function ownerFor(actor: StudioActor): string | undefined {
  return actor.scopes.has('catalogue:publish') ? undefined : uploaderOf(actor);
}
