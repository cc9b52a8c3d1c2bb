/** Runs all checks of a configuration. */
import { serviceKeysById } from '../carriers/carrier.config.ts';
import { configuredCarriers } from '../carriers/configured-carriers.ts';
import type { CarrierList } from '../carriers/registry.ts';
import { type Config, VARIABLES } from '../config.ts';
import type { EnvFile } from '../platform/env-file.ts';
import { createFileStore } from '../platform/files/files.ts';
import { type LoadedSecrets, loadSecrets, readKey } from '../platform/secrets/secrets.ts';
import { checkCarrier } from './carriers.check.ts';
import { inspectVariables, misspelt } from './configuration.check.ts';
import { checkDatabase } from './database.check.ts';
import { checkEnrichment } from './enrichment.check.ts';
import { checkFileStore } from './file-store.check.ts';
import { type Finding, findingsOf, type Group } from './finding.ts';
import { checkMachine } from './machine.check.ts';
import { checkDirect } from './pooler.check.ts';
import { checkStoredKeys, serviceKeyFindings } from './service-keys.check.ts';
import { unsafeSettings } from './unsafe-settings.check.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const settings = findingsOf('configuration');
/** Variables that name carriers: where one is set, right or wrong, none is simulated. */
const NAMES_CARRIERS = /^CARRIER(?:S|_URL|_TOKEN_URL|_CLIENT_ID|_KEY)$/;
/** Variables by which carriers are asked. */
const ASKS_CARRIERS = /^CARRIER(?:S|_URL|_TOKEN_URL|_CLIENT_ID|_KEY|_APIS|_CLOCK)$/;
/** Variables of the environment that the schema of the configuration does not have. */
const FURTHER_VARIABLES = ['ENV_FILE', 'IMPORT_KEY', 'TEST_DATABASE_URL', 'CHROMIUM_PATH'];

/** Finds everything that is wrong or unsafe: the variables first, then what they name. */
export async function checkConfig(variables: Variables, file?: EnvFile): Promise<Finding[]> {
  const { config, findings, refused } = inspectVariables(variables);
  const found = [
    ...findings,
    ...misspelt(variables, [...VARIABLES, ...FURTHER_VARIABLES]),
    ...(file ? aboutFile(file) : []),
  ];
  if (!config) return found;
  const [tried, aboutCarriers] = await Promise.all([
    triedOf(config, variables, refused),
    carrierFindings(config, refused),
  ]);
  const isClean = findings.length === 0;
  return [
    ...found,
    ...(isClean ? [settings.ok('variables', `all are readable, for ${config.mode}`)] : []),
    ...unsafeSettings(config, variables).filter(({ name }) => !isUnknown(name, refused)),
    ...tried,
    ...aboutCarriers,
    ...(tried.some(({ group }) => group === 'clock') ? [] : [uncomparedClock()]),
  ];
}

/** Whether a setting is refused itself, or is judged by one that is. */
function isUnknown(name: string, refused: ReadonlySet<string>): boolean {
  return refused.has(name) || (name === 'HOST' && refused.has('TRUST_PROXY'));
}

function uncomparedClock(): Finding {
  return findingsOf('clock').warning(
    'clock',
    'was compared with no other: neither the database nor a carrier could be asked',
    'correct what is wrong with them, then check again',
  );
}

function aboutFile({ path, warnings, names }: EnvFile): Finding[] {
  if (path === undefined) return [];
  const unknown = names.filter(
    (name) => ![...VARIABLES, ...FURTHER_VARIABLES].includes(name) && !/^(AWS_|NODE_)/.test(name),
  );
  return [
    ...warnings.map(() =>
      settings.warning('ENV_FILE', 'holds secrets that other users may read', `chmod 600 ${path}`),
    ),
    ...unknown.map((name) =>
      settings.warning(name, `in ${path} is no variable of ours`, 'docs/configuration.md has all'),
    ),
  ];
}

/** Tries what is configured, all at once. What a refused variable configures is left out. */
async function triedOf(
  config: Config,
  variables: Variables,
  refused: ReadonlySet<string>,
): Promise<Finding[]> {
  const isRefused = (pattern: RegExp): boolean => [...refused].some((name) => pattern.test(name));
  const carriers = isRefused(ASKS_CARRIERS) ? { findings: [] } : carriersOf(config, variables);
  const secrets = config.secretKey ? await secretsOf(config) : undefined;
  const results = await Promise.all([
    attempt('machine', () => checkMachine(config)),
    isRefused(/^DATABASE_URL$/) ? [] : attempt('database', () => checkDatabase(config, secrets)),
    isRefused(/^DATABASE/) ? [] : attempt('database', () => checkDirect(config)),
    isRefused(/^FILE_STORE$/)
      ? []
      : attempt('file store', () => checkFileStore(createFileStore(config), config)),
    carriers.findings,
    ...(carriers.list ?? []).map((terms) => attempt('carriers', () => checkCarrier(terms))),
  ]);
  return results.flat();
}

/** What can be said about carriers without asking them, and so without our key at them. */
async function carrierFindings(config: Config, refused: ReadonlySet<string>): Promise<Finding[]> {
  const namesCarrier = [...refused].some((name) => NAMES_CARRIERS.test(name));
  const isSimulated = config.simulatesCarriers && config.mode === 'demo' && !namesCarrier;
  // Without the mode nothing says whether carriers are simulated, and which keys a demo would have.
  if (isSimulated && refused.has('MODE')) return [];
  const sold = isSimulated ? [] : soldOf(config, refused);
  return [
    ...serviceKeyFindings(sold),
    ...(refused.has('DATABASE_URL')
      ? []
      : await attempt('carriers', () => checkStoredKeys(sold, config))),
    ...checkEnrichment(config, refused, isSimulated),
  ];
}

/** Each carrier with its service keys, as far as they can be read. */
function soldOf({ carriers, serviceKeys }: Config, refused: ReadonlySet<string>) {
  if (carriers)
    return carriers.carriers.map((one) => {
      return { id: one.id, serviceKeys: serviceKeysById(one.serviceKeys) };
    });
  const isUnread = [...refused].some((name) => /^(?:MODE$|CARRIERS$|SERVICE_KEY_)/.test(name));
  return isUnread ? [] : [{ id: 'carrier', serviceKeys }];
}

/** The secrets, where none would be generated. */
async function secretsOf(config: Config): Promise<LoadedSecrets | undefined> {
  if (config.mode !== 'production') return undefined;
  // A key that cannot be read is a finding about its carrier.
  return await loadSecrets(config).catch(() => undefined);
}

/** The carriers to try, or why none is. */
function carriersOf(
  config: Config,
  variables: Variables,
): { list?: CarrierList; findings: Finding[] } {
  const { error, ok } = findingsOf('carriers');
  if (config.simulatesCarriers)
    return { findings: [ok('carriers', 'are simulated: nothing to try')] };
  try {
    const carrierKey = config.carrier ? readKey(config.carrier.key) : { kty: 'EC' };
    const list = configuredCarriers(config, {
      carrierKey,
      inboundToken: variables.CARRIER_INBOUND_TOKEN ?? '',
      enrichmentSecret: config.enrichment.secret,
      key: () => Buffer.alloc(0),
    });
    return { list, findings: [] };
  } catch {
    const says = 'is no private EC P-256 key as a JWK (JSON)';
    return { findings: [error('CARRIER_KEY', says, 'the key whose public half the carrier has')] };
  }
}

/** A check that fails in a way that it does not know is a finding too; the others go on. */
async function attempt(group: Group, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (problem) {
    const says = `could not be checked: ${problem instanceof Error ? problem.message : 'unknown'}`;
    return [findingsOf(group).error(group, says, 'report this with the release you run')];
  }
}
