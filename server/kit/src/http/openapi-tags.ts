import { type OpenApiDocument, operationsOf } from './openapi-names.ts';

/** What the groups of calls are about, by their names in the document. */
const TAGS: Readonly<Record<string, string>> = {
  account: 'What a subscriber sees of payments and messages, and requests: export, removal.',
  carrier: 'What the carrier reports: messages of handsets, top-ups, events of payments.',
  catalogue: 'Further pages of lists that a page shows.',
  content:
    'The content APIs: channels, shows, videos, categories and live, the same for everybody.',
  devices: 'Sign-in of devices without a keyboard (RFC 8628).',
  fraud: 'The script that watches the press of Accept.',
  identity: 'Sessions, proof of a number, tokens.',
  media: 'The right to play, with signed addresses.',
  operations: 'The operations listener, for the operator of the machine.',
  search: 'Search in the catalogue.',
  subscription: 'Status check, Accept, package change and unsubscribing.',
  telemetry: 'Reports of plays and headers.',
  viewer: 'My List, resume positions and playing devices.',
  'studio artwork': 'Pictures of titles, channels and categories.',
  'studio care': 'A subscriber who calls: timeline, acts, refunds by two persons, disputes.',
  'studio catalogue': 'Titles, shelves, channels and categories.',
  'studio feedback': 'What viewers wrote.',
  'studio import': 'Catalogues from documents, tables and feeds.',
  'studio live': 'Live channels, their programme and their live ingest sessions.',
  'studio media': 'Uploads, films and captions.',
  'studio packages': 'Packages and their prices.',
  'studio reconciliation': "Our charges against the carrier's list.",
  'studio reports': 'Money, subscribers and plays by day.',
  'studio service': 'Whether the parts of the service work.',
  'studio settlement': "The carrier's monthly statements.",
  'studio sign-in': 'Sign-in and factors of a person of the brand.',
  'studio staff': 'Accounts, API keys and the audit.',
  'studio webhooks': 'Endpoints of partners, and deliveries to them.',
};

/** A document that describes the tags of its operations. Throws where one has no description. */
export function withTags(document: OpenApiDocument): OpenApiDocument {
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags ?? []));
  const tags = [...used].sort().map((name) => {
    const description = TAGS[name];
    if (!description) throw new Error(`openapi-tags.ts does not describe ${name}`);
    return { name, description };
  });
  return { ...document, tags };
}
