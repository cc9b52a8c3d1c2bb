import type { WebhookType } from '@bonisa/domain/staff/webhooks';

/** What a person says of an endpoint. */
export interface EndpointFields {
  readonly url: string;
  readonly description: string;
  readonly types: WebhookType[];
}

/**
 * The fields that a form changes. An address that stays is not sent: it would be looked up again,
 * and an endpoint whose name does not resolve today could not get another description.
 */
export function changesOf(before: EndpointFields, after: EndpointFields): Partial<EndpointFields> {
  const description = after.description.trim();
  const isSame =
    before.types.length === after.types.length &&
    after.types.every((type) => before.types.includes(type));
  return {
    ...(after.url.trim() === before.url ? {} : { url: after.url.trim() }),
    ...(description === before.description ? {} : { description }),
    ...(isSame ? {} : { types: after.types }),
  };
}
