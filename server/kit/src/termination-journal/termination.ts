import type { BlockReason, CancelledBy } from '@bonisa/domain/subscription/subscription';
import { z } from 'zod';
import { createSigner, type Signer } from '../secrets/signed-token.ts';

/**
 * What a person, or an agent for a person, ended. A number appears only as its keyed mark; ids of
 * subscribers are given out again by a restored database, so the mark is compared too.
 */
export type End =
  | { readonly kind: 'cancel'; readonly subscription: string; readonly by: CancelledBy }
  | ({ readonly kind: 'block'; readonly reason: BlockReason } & MarkedNumber)
  | ({ readonly kind: 'unblock' } & MarkedNumber)
  | ({ readonly kind: 'remove'; readonly facts: RemainingFacts } & MarkedNumber);

interface MarkedNumber {
  readonly subscriber: number;
  /** The one-way mark under which a removed number is recognised. */
  readonly mark: string;
}

/** What remains of a number after a removal, as instants in ISO 8601. */
export interface RemainingFacts {
  readonly trialUsedAt: string | null;
  readonly blockedAt: string | null;
  readonly graceFrom: string | null;
}

export interface Termination {
  readonly at: Date;
  readonly end: End;
}

/** The folder of the file store, with a folder for each day. */
export const ENDS = 'ends';

const numbered = { subscriber: z.int(), mark: z.string() };
const isoTime = z.iso.datetime().nullable();
const end = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cancel'),
    subscription: z.uuid(),
    by: z.enum(['subscriber', 'stop_message', 'operator']),
  }),
  z.object({
    kind: z.literal('block'),
    reason: z.enum(['stop_all', 'operator', 'content_block', 'number_recycled', 'ported_out']),
    ...numbered,
  }),
  z.object({ kind: z.literal('unblock'), ...numbered }),
  z.object({
    kind: z.literal('remove'),
    ...numbered,
    facts: z.object({ trialUsedAt: isoTime, blockedAt: isoTime, graceFrom: isoTime }),
  }),
]) satisfies z.ZodType<End>;
const written = z.object({ version: z.literal(1), at: z.iso.datetime(), end });

/** The name of a record's file; names sort by time. */
export function endNameOf(at: Date, id: string): string {
  return `${at.toISOString().replaceAll(/[-:.]/g, '')}-${id}`;
}

const END_NAME = /^\d{8}T\d{9}Z-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a file is named as {@link endNameOf} names it. */
export function isEndName(name: string): boolean {
  return END_NAME.test(name);
}

/** The folder of a day, in UTC. */
export function dayFolder(at: Date): string {
  return `${ENDS}/${at.toISOString().slice(0, 10)}`;
}

/** A record as a file: one line of JSON, then its signature together with the name. */
export function sealEnd(key: Uint8Array, name: string, { at, end: ended }: Termination): Buffer {
  const line = JSON.stringify({ version: 1, at: at.toISOString(), end: ended });
  return Buffer.from(`${line}\n${signerOf(key).sign(`${name}\n${line}`)}\n`);
}

/**
 * Reads a record. `undefined` where it is not ours: who may write into the file store must not be
 * able to end anybody's subscription.
 */
export function openEnd(key: Uint8Array, name: string, bytes: Buffer): Termination | undefined {
  const [line = '', signature = ''] = bytes.toString('utf8').split('\n');
  if (!signerOf(key).matches(`${name}\n${line}`, signature)) return undefined;
  const read = written.safeParse(JSON.parse(line));
  return read.success ? { at: new Date(read.data.at), end: read.data.end } : undefined;
}

function signerOf(key: Uint8Array): Signer {
  return createSigner(key, 'end record');
}
