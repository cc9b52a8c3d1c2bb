import {
  type Client,
  type ClientsRepository,
  createClientsRepository,
} from '../store/clients.repository.ts';
import type { Clock } from '../store/clock.ts';
import { createConsentsRepository } from '../store/consents.repository.ts';
import type { Database } from '../store/database.ts';
import { createGrantsRepository } from '../store/grants.repository.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import type { SettingsRepository } from '../store/settings.repository.ts';
import { createAccessTokens } from './access-tokens.ts';
import { createAssertions } from './assertions.ts';
import { createAuthorizationService } from './authorization.service.ts';
import { createEndpoints } from './endpoints.ts';
import { createIdTokens } from './id-tokens.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { openSigningKey } from './signing-key.ts';
import { createTokenService } from './token.service.ts';

interface Deps {
  options: { client: Client; publicUrl: string; root: string };
  database: Database;
  settings: SettingsRepository;
  handsets: HandsetsRepository;
  clock: Clock;
  hostnames: ReadonlySet<string>;
  ports: { api: number; network: number };
  proxyUrl: string | undefined;
}

/** Composes the carrier's authorization server (CAMARA Security and Interoperability Profile). */
export async function createOauth({
  options,
  database,
  settings,
  handsets,
  clock,
  hostnames,
  ports,
  proxyUrl,
}: Deps) {
  const clients: ClientsRepository = createClientsRepository(database, options.client);
  const consents = createConsentsRepository(database);
  const grants = createGrantsRepository(database);
  const endpoints = createEndpoints(hostnames, ports, options.root, proxyUrl);
  const key = await openSigningKey(settings);
  const assertions = createAssertions({ clients, settings, clock });
  const tokens = createAccessTokens({ key, clock });
  const operatorTokens = createOperatorTokens({ grants, clock });
  const idTokens = createIdTokens({ key, settings, clock });
  return {
    clients,
    consents,
    grants,
    endpoints,
    key,
    tokens,
    operatorTokens,
    tokenService: createTokenService({
      assertions,
      tokens,
      idTokens,
      operatorTokens,
      grants,
      consents,
      handsets,
      endpoints,
      clock,
    }),
    authorization: createAuthorizationService({
      clients,
      handsets,
      consents,
      grants,
      assertions,
      endpoints,
      clock,
      publicUrl: options.publicUrl,
    }),
  };
}
