import { type ReadText, readText as read, type TextKind } from '@bonisa/domain/text-encoding';
import { ImportError } from './import-row.ts';

/** Reads the bytes of a file; `name` stands in the refusal. Throws an ImportError. */
export function readText(bytes: Uint8Array, name: string, kind: TextKind): ReadText {
  const found = read(bytes, kind);
  if ('problem' in found) throw new ImportError(`${name}: ${found.problem}`);
  return found;
}
