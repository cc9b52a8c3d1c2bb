// deploy/compose.yaml against the part of the Compose specification that it uses, with every
// variable resolved as `docker compose config` does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const DEPLOY = join(import.meta.dirname, '../deploy');
const TEXT = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');
const EXAMPLE = parseEnv(readFileSync(join(DEPLOY, 'production.env.example'), 'utf8'));
const OWN_EXAMPLE = parseEnv(readFileSync(join(DEPLOY, 'compose.env.example'), 'utf8'));

/** https://github.com/compose-spec/compose-spec/blob/main/schema/compose-spec.json */
const duration = z.string().regex(/^(?:\d+(?:us|ms|s|m|h))+$/);
const size = z.string().regex(/^\d+(?:b|k|kb|m|mb|g|gb)$/i);
const words = z.array(z.union([z.string(), z.number()]));
const text = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const condition = z.strictObject({
  condition: z.enum(['service_started', 'service_healthy', 'service_completed_successfully']),
});
const service = z.strictObject({
  // A version, or a release that does not move: never `latest` or none.
  image: z.string().regex(/^[a-z][\w./-]*:v?\d+(?:\.\d+)*(?:-[a-z]+)?$/),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  restart: z.enum(['no', 'always', 'on-failure', 'unless-stopped']),
  stop_grace_period: duration.optional(),
  env_file: z.array(z.string()).optional(),
  environment: z.record(z.string(), text).optional(),
  depends_on: z.union([z.array(z.string()), z.record(z.string(), condition)]).optional(),
  networks: z
    .union([
      z.array(z.string()),
      z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4() }).nullable()),
    ])
    .optional(),
  volumes: z.array(z.string()).optional(),
  ports: z.array(z.string().regex(/^(?:127\.0\.0\.1:)?\d+:\d+(?:\/udp)?$/)).optional(),
  sysctls: z.record(z.string(), z.int()).optional(),
  command: words.optional(),
  entrypoint: words.optional(),
  secrets: z.array(z.string()).optional(),
  shm_size: size.optional(),
  deploy: z.strictObject({ replicas: z.number().int().positive() }).optional(),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).refine(([how]) => how === 'CMD' || how === 'CMD-SHELL'),
      interval: duration,
      timeout: duration,
      retries: z.number().int().positive(),
      start_period: duration.optional(),
    })
    .optional(),
});
const network = z.strictObject({
  internal: z.boolean().optional(),
  ipam: z.strictObject({ config: z.array(z.strictObject({ subnet: z.cidrv4() })) }).optional(),
});
const file = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), network),
    volumes: z.record(z.string(), z.strictObject({})),
    secrets: z.record(
      z.string(),
      z.union([z.strictObject({ environment: z.string() }), z.strictObject({ file: z.string() })]),
    ),
  })
  .loose();

/** The file with every `${NAME:?}` replaced; throws for a form or a name that is not known. */
function resolved(variables: Record<string, string>): unknown {
  const known = TEXT.replaceAll(/\$\{([A-Z_]+)(:\?[^}]*)?\}/g, (_, name: string, must?: string) => {
    const value = variables[name];
    if (value === undefined || (must && value === '')) throw new Error(`${name} is not set`);
    return value;
  });
  if (known.includes('$')) throw new Error('a variable has a form that is not read here');
  return parse(known, { merge: true });
}

const VARIABLES = {
  POSTGRES_PASSWORD: 'database',
  STORE_KEY: 'key',
  STORE_SECRET: 'secret',
  BACKUPS: '/var/backups/bonisa',
  CERTIFICATES: '/etc/certificates',
  ACME: '/var/www/acme',
  GRAFANA_PASSWORD: 'grafana',
};
const compose = file.parse(resolved(VARIABLES));
const services = Object.entries(compose.services);
const named = (list: readonly string[] | Record<string, unknown> | undefined) =>
  Array.isArray(list) ? (list as string[]) : Object.keys(list ?? {});

describe('compose.yaml', () => {
  it('needs the variables of its own that init writes, and no other', () => {
    for (const name of Object.keys(VARIABLES)) {
      const { [name as 'STORE_KEY']: _one, ...rest } = VARIABLES;
      expect(() => resolved(rest as Record<string, string>)).toThrow(`${name} is not set`);
    }
    // The product reads the one file, and none of what the other one has.
    for (const name of Object.keys(VARIABLES)) expect(EXAMPLE).not.toHaveProperty(name);
    expect(Object.keys(OWN_EXAMPLE).sort()).toEqual(Object.keys(VARIABLES).sort());
    for (const [name, { env_file, environment = {} }] of services) {
      const isOurs = ['pages', 'api', 'jobs'].includes(name);
      expect(env_file, name).toEqual(isOurs ? ['production.env'] : undefined);
      if (isOurs) expect(Object.keys(environment)).not.toContain('GRAFANA_PASSWORD');
    }
  });

  it('refers to services, networks and secrets that it has', () => {
    for (const [name, { depends_on, networks, secrets = [] }] of services) {
      for (const other of named(depends_on)) expect(compose.services, name).toHaveProperty(other);
      for (const other of named(networks)) expect(compose.networks, name).toHaveProperty(other);
      for (const other of secrets) expect(Object.keys(compose.secrets), name).toContain(other);
    }
  });

  it('waits only for what can become so', () => {
    const image = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8');
    for (const [name, { depends_on }] of services) {
      if (depends_on === undefined || Array.isArray(depends_on)) continue;
      for (const [other, { condition: wanted }] of Object.entries(depends_on)) {
        const waited = compose.services[other];
        // A process that ends well is started again by `always`, and then never has ended.
        if (wanted === 'service_completed_successfully')
          expect(waited?.restart, name).not.toBe('always');
        if (wanted === 'service_healthy')
          expect(
            waited?.healthcheck !== undefined ||
              (waited?.image.startsWith('bonisa:') && image.includes('\nHEALTHCHECK')),
            `${name} waits for ${other}`,
          ).toBe(true);
      }
    }
  });

  it('opens to the network nothing but the proxy', () => {
    for (const [name, { ports = [] }] of services)
      if (name !== 'proxy') for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
  });

  it('writes dumps with programs that are mounted, and Prometheus reads when', () => {
    const {
      entrypoint = [],
      volumes = [],
      environment = {},
      image,
    } = compose.services.backup ?? {};
    expect(image).toBe(compose.services.database?.image);
    expect(environment).toMatchObject({ PGHOST: 'database', PGDATABASE: 'bonisa' });
    const program = String(entrypoint.at(-1)).match(/\/srv\/bonisa\/[\w-]+/)?.[0] ?? '';
    const named = readFileSync(join(DEPLOY, program.split('/').at(-1) ?? ''), 'utf8');
    const others = [...named.matchAll(/"\$here\/([\w-]+)"|\/([\w-]+\.sh)"$/gm)];
    expect(others.map(([, one, other]) => one ?? other)).toEqual([
      'command-line.sh',
      'backup-figure',
    ]);
    for (const file of ['backup-postgres', 'command-line.sh', 'backup-figure'])
      expect(volumes).toContain(`./${file}:/srv/bonisa/${file}:ro`);
    const prometheus = readFileSync(join(DEPLOY, 'prometheus.yaml'), 'utf8');
    expect(prometheus).toContain("targets: ['backup-figures:9100']");
    expect(compose.services['backup-figures']?.volumes).toEqual([
      '/var/backups/bonisa:/backups:ro',
    ]);
  });

  it('calls people for pages, and others for the rest', () => {
    const { route, receivers } = parse(
      readFileSync(join(DEPLOY, 'alertmanager.yaml.example'), 'utf8'),
    ) as {
      route: { receiver: string; routes: { matchers: string[]; receiver: string }[] };
      receivers: { name: string }[];
    };
    const names = receivers.map(({ name }) => name);
    expect(route.routes).toMatchObject([{ matchers: ['severity="page"'] }]);
    expect(names).toEqual([route.routes[0]?.receiver, route.receiver]);
    const prometheus = readFileSync(join(DEPLOY, 'prometheus.yaml'), 'utf8');
    expect(prometheus).toContain("targets: ['alertmanager:9093']");
    expect(compose.services.alertmanager?.command).toContain(
      '--config.file=/run/secrets/alertmanager.yaml',
    );
  });

  it('has an nginx that notices new addresses of containers', () => {
    const version = /^nginx:1\.(\d+)(?:\.(\d+))?$/.exec(compose.services.proxy?.image ?? '');
    expect(Number(version?.[1]) * 1000 + Number(version?.[2] ?? 0)).toBeGreaterThanOrEqual(27_003);
    const text = readFileSync(join(DEPLOY, 'nginx-tls.conf'), 'utf8');
    // The address of Docker's name server.
    expect(text).toContain('\n  resolver 127.0.0.11 ');
    const upstreams = [...text.matchAll(/upstream \w+ \{([^}]*)\}/g)].map(
      ([, inner]) => inner ?? '',
    );
    expect(upstreams).toHaveLength(3);
    for (const inner of upstreams) {
      expect(inner).toMatch(/zone \w+ 64k;/);
      const servers = [...inner.matchAll(/server (\w+):\d+( resolve)? /g)];
      expect(servers.length).toBeGreaterThan(0);
      for (const [line, name = '', resolve] of servers) {
        expect(compose.services).toHaveProperty(name);
        expect(resolve, line).toBe(' resolve');
      }
    }
  });

  it('leads UDP to an nginx that speaks HTTP/3', () => {
    const text = readFileSync(join(DEPLOY, 'nginx-tls.conf'), 'utf8');
    expect(text).toContain('listen 443 quic reuseport;');
    expect(compose.services.proxy?.ports).toContain('443:443/udp');
  });

  it('keeps the pace of connections, as other machines are told to', () => {
    const shipped = readFileSync(join(DEPLOY, 'sysctl.conf'), 'utf8');
    const settings = [...shipped.matchAll(/^([\w.]+) = (\d+)$/gm)];
    expect(settings.length).toBeGreaterThan(0);
    expect(compose.services.proxy?.sysctls).toEqual(
      Object.fromEntries(settings.map(([, name, value]) => [name, Number(value)])),
    );
  });

  it('leaves all addresses to Docker, which gives a fixed one to another container first', () => {
    const fixed = services.filter(([, { networks = [] }]) =>
      Object.values(Array.isArray(networks) ? {} : networks).some((one) => one?.ipv4_address),
    );
    expect(fixed).toEqual([]);
  });

  it('gives the processes longer to stop than they need', () => {
    const seconds = (period = '') => Number(/^(\d+)s$/.exec(period)?.[1]);
    for (const name of ['pages', 'api', 'jobs'])
      expect(seconds(compose.services[name]?.stop_grace_period)).toBeGreaterThanOrEqual(35);
  });

  it('has a health check for each service that others talk to', () => {
    for (const name of ['database', 'store', 'proxy', 'prometheus', 'alertmanager', 'grafana'])
      expect(compose.services[name]?.healthcheck, name).toBeDefined();
  });
});
