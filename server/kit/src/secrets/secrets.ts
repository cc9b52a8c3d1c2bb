import { hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { parsedJson } from '../json.ts';
import { type KeyRing, KID_LENGTH, keyOfRing } from './key-ring.ts';
import type { SecretKeys } from './secrets.config.ts';

/** The purpose of a key derived from the secret. No key reveals another. */
export type KeyPurpose =
  | 'csrf'
  | 'visitor'
  | 'bearer'
  | 'media'
  | 'fraud'
  | 'otp'
  /** Signs the tokens of devices. */
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
  /** Seals the secret of the lasting keys. */
  | 'lasting'
  /** Signs the ends in the file store. */
  | 'ends'
  /** Signs the lists of built files that processes share. */
  | 'builds'
  /** The second simulated carrier's tokens and secrets. */
  | 'simulated carrier inbound'
  | 'simulated carrier enrichment';

/** The purpose of a key that a change of `SECRET_KEY` leaves as it is. */
export type LastingPurpose =
  /** Marks of removed numbers. */
  | 'forgotten'
  /** Ids of attempts to Accept. */
  | 'transaction'
  /** Ids of care's refunds and notes. */
  | 'care'
  /** The signature of sessions' cookies. */
  | 'session'
  /** Hides the networks, visits and numbers of limits, and the codes of devices. */
  | 'hiding'
  /** Hides the networks whose requests are counted. */
  | 'limits'
  /** Hides who searched for what, until enough viewers asked for the same. */
  | 'searches';

export interface Secrets {
  /**
   * 32 bytes for one purpose, which sign and seal. What reads with them also accepts the keys of
   * `SECRET_KEY_FALLBACKS`, by their ids.
   */
  key(purpose: KeyPurpose): Buffer;
  /**
   * 32 bytes that every process of a database has alike, whatever its `SECRET_KEY`: for digests
   * that are looked up by value, and for ids that must come out the same when a press is repeated
   * at a process of another key. None of them grants anything to a person who can compute it: a
   * session is proven by the hash of its random cookie in the database, and the cookie's signature
   * only sorts out invented ones before a query.
   */
  lastingKey(purpose: LastingPurpose): Buffer;
  readonly carrierKey: JWK;
  readonly enrichmentSecret: string | undefined;
  readonly inboundToken: string;
}

/** What the configuration has; the database has the rest (`lasting-secret.ts`). */
export type ConfiguredSecrets = Omit<Secrets, 'lastingKey'>;

/** Configured or generated secrets, with the ids of the keys. */
export interface LoadedSecrets extends ConfiguredSecrets {
  /** The ids of all keys of the ring, that of `SECRET_KEY` first. */
  readonly kids: readonly [string, ...string[]];
  /** Whether the operator has declared the earlier key as lost. */
  readonly lost: boolean;
  /** Where the key comes from, for the text of a refusal. */
  readonly source: 'SECRET_KEY' | 'DATA_DIR';
}

const storedSecrets = z.object({
  secretKey: z.string().min(32),
  enrichmentSecret: z.string().min(16),
  inboundToken: z.string().min(32),
  carrierKey: z.record(z.string(), z.unknown()),
});
type StoredSecrets = z.output<typeof storedSecrets>;

/** The secrets of the variables, and those of the carriers where a file has them. */
interface SecretsConfig extends SecretKeys {
  readonly mode: 'demo' | 'production';
  readonly dataDir: string;
  readonly carrier: { readonly key: string } | undefined;
  readonly carriers:
    | { readonly carriers: readonly { readonly key: JWK; readonly inboundToken: string }[] }
    | undefined;
}

/**
 * The secrets of the configuration. Demo mode generates missing ones once and stores them in
 * `DATA_DIR/secrets.json`, readable by their owner only.
 */
export async function loadSecrets(config: SecretsConfig): Promise<LoadedSecrets> {
  const generated = config.mode === 'demo' ? await readOrGenerate(config.dataDir) : undefined;
  const secretKey = config.secretKey ?? generated?.secretKey;
  // With several carriers their keys and tokens stand in their file.
  const inboundToken = config.inboundToken ?? generated?.inboundToken ?? inFile(config);
  const carrierKey = config.carrier
    ? readKey(config.carrier.key)
    : ((generated?.carrierKey as JWK | undefined) ?? config.carriers?.carriers[0]?.key);
  if (!secretKey || !inboundToken || !carrierKey)
    throw new Error('SECRET_KEY, CARRIER_INBOUND_TOKEN, CARRIER_KEY: must be set');
  const keys = [secretKey, ...config.secretKeyFallbacks] as const;
  const ringFor = (purpose: KeyPurpose) =>
    keys.map((key) => ({ kid: kidOf(key), bytes: derived(key, purpose) }));
  return {
    key: (purpose) => keyOfRing(ringFor(purpose) as unknown as KeyRing),
    kids: keys.map(kidOf) as [string, ...string[]],
    lost: config.secretKeyLost,
    source: config.secretKey === undefined ? 'DATA_DIR' : 'SECRET_KEY',
    carrierKey,
    enrichmentSecret: config.enrichment.secret ?? generated?.enrichmentSecret,
    inboundToken,
  };
}

function inFile({ carriers }: SecretsConfig): string | undefined {
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

async function readOrGenerate(folder: string): Promise<StoredSecrets> {
  const file = join(folder, 'secrets.json');
  if (existsSync(file)) {
    const read = storedSecrets.safeParse(parsedJson(readFileSync(file, 'utf8')));
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
