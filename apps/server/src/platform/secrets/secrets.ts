import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { type KeyRing, KID_LENGTH, keyOfRing } from './key-ring.ts';
import type { Fingerprints, KeySource } from './secret-fingerprint.ts';

/** The purpose of a key derived from the secret. No key reveals another. */
export type KeyPurpose =
  | 'session'
  | 'csrf'
  | 'visitor'
  | 'bearer'
  | 'media'
  | 'fraud'
  | 'otp'
  /** Signs the tokens of devices, and hides their codes and networks. */
  | 'device'
  | 'press'
  /** Signs what a sign-up without a script has shown. */
  | 'plain sign-up'
  | 'sink'
  /** Proves that a command may read the product's secrets. */
  | 'staff command'
  /** Signs the studio's challenges and CSRF tokens, and hides e-mail addresses in limits. */
  | 'staff'
  /** Signs the links of previews. */
  | 'preview'
  /** Encrypts the secrets of authenticator apps. */
  | 'staff totp'
  /** Encrypts the handles of numbers in the studio. */
  | 'care'
  /** Hides who searched for what, until enough viewers asked for the same. */
  | 'searches'
  /** Signs the ends in the file store. */
  | 'ends'
  /** Hides the networks whose requests are counted. */
  | 'limits'
  /** Signs the lists of built files that processes share. */
  | 'builds'
  /** The second simulated carrier's tokens and secrets. */
  | 'simulated carrier inbound'
  | 'simulated carrier enrichment';

/** What uses the same key for ever: see {@link Secrets.lastingKey}. */
export type LastingPurpose = 'forgotten' | 'transaction' | 'care';

export interface Secrets {
  /**
   * 32 bytes for one purpose, which signs, encrypts and hides. What verifies with it also accepts
   * the key of `SECRET_KEY_NEXT` or `SECRET_KEY_PREVIOUS`. The key of sessions is the oldest, and
   * accepts every configured key: it only sorts out invented cookies before a query, and what
   * proves a session is the hash of its random cookie in the database.
   */
  key(purpose: KeyPurpose): Buffer;
  /**
   * 32 bytes of the oldest configured key, the same at all processes in every round of a change:
   * for pseudonyms of forgotten numbers, and for ids that must come out the same when a press is
   * repeated at a process of the other key (an attempt to Accept, a refund). Such an id grants
   * nothing to who can compute it.
   */
  lastingKey(purpose: LastingPurpose): Buffer;
  readonly carrierKey: JWK;
  readonly enrichmentSecret: string | undefined;
  readonly inboundToken: string;
}

/** Configured or generated secrets, with the fingerprints for the database. */
export interface LoadedSecrets extends Secrets {
  readonly fingerprints: Fingerprints;
  readonly source: KeySource;
}

const storedSecrets = z.object({
  secretKey: z.string().min(32),
  enrichmentSecret: z.string().min(16),
  inboundToken: z.string().min(32),
  carrierKey: z.record(z.string(), z.unknown()),
});
type StoredSecrets = z.output<typeof storedSecrets>;

/**
 * The secrets of the configuration. Demo mode generates missing ones once and stores them in
 * `DATA_DIR/secrets.json`, readable by their owner only.
 */
export async function loadSecrets(config: Config): Promise<LoadedSecrets> {
  const generated = config.mode === 'demo' ? await readOrGenerate(config.dataDir) : undefined;
  const secretKey = config.secretKey ?? generated?.secretKey;
  // With several carriers their keys and tokens stand in their file.
  const inboundToken = config.inboundToken ?? generated?.inboundToken ?? inFile(config);
  const carrierKey = config.carrier
    ? readKey(config.carrier.key)
    : ((generated?.carrierKey as JWK | undefined) ?? config.carriers?.carriers[0]?.key);
  if (!secretKey || !inboundToken || !carrierKey)
    throw new Error('SECRET_KEY, CARRIER_INBOUND_TOKEN, CARRIER_KEY: must be set');
  const { secretKeysBefore: before, secretKeyPrevious: previous, secretKeyNext: next } = config;
  const beside = [next, previous].filter((one) => one !== undefined);
  const oldest = before.at(-1) ?? secretKey;
  return {
    key: (purpose) => {
      const [own, others] =
        purpose === 'session' ? [oldest, [secretKey, ...beside, ...before]] : [secretKey, beside];
      const keys = new Set([own, ...others]);
      const ring = [...keys].map((key) => ({ kid: kidOf(key), bytes: derived(key, purpose) }));
      return keyOfRing(ring as unknown as KeyRing);
    },
    lastingKey: (purpose) => derived(oldest, purpose),
    fingerprints: {
      current: fingerprintOf(secretKey),
      next: next === undefined ? undefined : fingerprintOf(next),
      previous: previous === undefined ? undefined : fingerprintOf(previous),
      before: before.map(fingerprintOf),
      marks: fingerprintOf(oldest),
      lost: config.secretKeyLost,
    },
    source: config.secretKey === undefined ? 'DATA_DIR' : 'SECRET_KEY',
    carrierKey,
    enrichmentSecret: config.enrichment.secret ?? generated?.enrichmentSecret,
    inboundToken,
  };
}

function inFile({ carriers }: Config): string | undefined {
  return carriers?.carriers[0]?.inboundToken;
}

function derived(
  secretKey: string,
  purpose: KeyPurpose | LastingPurpose | 'kid' | 'fingerprint',
): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'bonisa', purpose, 32));
}

/** The id of a secret, the same in all purposes. */
function kidOf(secretKey: string): string {
  return derived(secretKey, 'kid').toString('base64url').slice(0, KID_LENGTH);
}

function fingerprintOf(secretKey: string): string {
  return derived(secretKey, 'fingerprint').toString('hex');
}

/** Our private key from its text. Throws an error that names the variable. */
export function readKey(text: string): JWK {
  try {
    const key = JSON.parse(text) as JWK;
    if (key.kty !== 'EC' || key.crv !== 'P-256' || !key.d)
      throw new Error('not a private P-256 key');
    return key;
  } catch {
    throw new Error('CARRIER_KEY: must be a private EC P-256 key as a JWK (JSON)');
  }
}

/** `undefined` for malformed JSON; the schema then refuses it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readOrGenerate(folder: string): Promise<StoredSecrets> {
  const file = join(folder, 'secrets.json');
  if (existsSync(file)) {
    const read = storedSecrets.safeParse(parsed(readFileSync(file, 'utf8')));
    if (read.success) return read.data;
    throw new Error(
      'DATA_DIR: secrets.json in it cannot be read; restore it, or remove it to start with new secrets',
    );
  }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const random = () => randomBytes(32).toString('base64url');
  const made: StoredSecrets = {
    secretKey: random(),
    enrichmentSecret: random(),
    inboundToken: random(),
    carrierKey: { ...(await exportJWK(privateKey)), kid: 'bonisa-demo', alg: 'ES256' },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return made;
}
