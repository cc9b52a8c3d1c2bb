import { catalogueDocument } from '@bonisa/contract/studio/catalogue-file';
import { z } from 'zod';

/** The JSON Schema of a catalogue file, which `docs/catalogue.schema.json` publishes. */
export function catalogueFileSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(catalogueDocument, { io: 'input', reused: 'ref' });
  return { ...schema, title: 'A catalogue of Bonisa' };
}
