import type { AnyStudioCall, StudioCall } from '@bonisa/contract/studio/studio-call';
import type { AccountChange } from '@bonisa/domain/staff/second-person';
import type { Scope } from '@bonisa/domain/staff/staff-roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Database } from '../database/database.ts';
import type { LimitName } from './limits.ts';

/** Who makes a request of the studio. */
export interface StudioActor {
  readonly kind: 'account' | 'key' | 'command' | 'nobody';
  /** The account's or the key's id; empty for nobody. */
  readonly id: string;
  /** As the audit shows it, also after the account is gone. */
  readonly name: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** What an entry of the audit says besides who, when and by which call. */
export interface AuditEntry {
  /** What it concerns, such as `title:12` or `subscriber:7`: an id and never a number. */
  readonly subject: string;
  /** Why, in the words of the person. */
  readonly reason?: string | undefined;
  /** What changed, or how many. Numbers in texts are removed, but do not rely on it. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** Writes the audit of one request, in the transaction of what is done. */
export interface RequestAudit {
  /** Writes an entry in a transaction, or at once without one. May be called for each subject. */
  record(entry: AuditEntry, tx?: Database): Promise<void>;
}

/** Who does what, by which request; a command has none. */
export interface AuditedAct {
  readonly actor: StudioActor;
  readonly action: string;
  readonly correlationId: string | null;
}

/**
 * What the staff module knows of accounts, for earlier modules, which decide what one person asked
 * of another.
 */
export interface AccountFacts {
  /** Whether an account is disabled, in the transaction of what is decided. */
  isDisabled(accountId: string, tx: Database): Promise<boolean>;
  /** Who changed whose account since an instant. */
  changesSince(since: Date, tx?: Database): Promise<readonly AccountChange[]>;
}

/** What the studio's staff module gives the listener. */
export interface StudioGate {
  /**
   * Finds out who makes the request and throws a named refusal where the call is not for them. Runs
   * before the body is read.
   */
  admit(request: FastifyRequest, reply: FastifyReply, call: AnyStudioCall): Promise<StudioActor>;
  /** Writes one entry of the audit. */
  record(who: AuditedAct, entry: AuditEntry, tx?: Database): Promise<void>;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Schema = z.ZodType | undefined;

/** What a call's handler gets. */
export interface StudioInput<Params extends Schema, Query extends Schema, Body extends Schema> {
  readonly params: Parsed<Params>;
  readonly query: Parsed<Query>;
  readonly body: Parsed<Body>;
  readonly actor: StudioActor;
  /**
   * The audit of this request. A handler that changes something records it in its transaction; for
   * one that recorded nothing the listener writes an entry with the call and its parameters.
   */
  readonly audit: RequestAudit;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface StudioHandler<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
> {
  readonly limit: LimitName;
  /** The largest body in bytes; 64 KiB without it. */
  readonly bodyLimit?: number;
  /**
   * The body is a stream of whatever the client sends, unread: the handler bounds it. A call like
   * this has no `body` in the contract.
   */
  readonly raw?: boolean;
  handle(input: StudioInput<Params, Query, Body>): Promise<z.input<Reply>>;
}

/** Registers a call of the studio's contract. */
export type RegisterStudioCall = <
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
>(
  call: StudioCall<Params, Query, Body, Reply>,
  handler: StudioHandler<Params, Query, Body, Reply>,
) => void;

/** The studio's listener, as the routes of a capability see it. */
export interface Studio {
  readonly server: FastifyInstance;
  readonly register: RegisterStudioCall;
}
