// The files of deploy/ as the programs that read them judge them: shells, nginx, systemd,
// Prometheus. Grafana's queries are judged by Prometheus too.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { withoutHttp3 } from '../../apps/server/src/setup/nginx-file.ts';
import { debianProgram } from '../../scripts/debian-program.ts';
import { promtool } from '../../scripts/promtool.ts';
import { freshFolder } from './process.test-kit.ts';

const ROOT = join(import.meta.dirname, '../..');
const DEPLOY = join(ROOT, 'deploy');
const { folder, remove } = freshFolder();
afterAll(remove);

/** What a program says about its input; empty where it has nothing to say. */
function judged(program: string, args: readonly string[], cwd = ROOT): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}` || `ended with ${status}`;
}

/** A file's text with each change made; throws for a text that the file does not have. */
function changed(file: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not have: ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(join(DEPLOY, file), 'utf8'),
  );
}

describe('shell programs', () => {
  const files = execFileSync('git', ['ls-files', '.ci', 'deploy', 'scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && statSync(join(ROOT, file)).isFile())
    .filter((file) => /^#!.*sh\b|^# shellcheck shell/.test(readFileSync(join(ROOT, file), 'utf8')));

  it('are all found', () => {
    expect(files).toEqual(expect.arrayContaining(['.ci/run', 'deploy/bonisa']));
    expect(files.length).toBeGreaterThan(8);
  });

  it.each(files)('%s has no finding of shellcheck', (file) => {
    const program = debianProgram('shellcheck', 'shellcheck');
    expect(judged(program, ['-x', '-S', 'style', file])).toBe('');
  });
});

describe('nginx takes', () => {
  const own = join(folder, 'nginx');
  mkdirSync(join(own, 'certificates'), { recursive: true });
  const here = {
    '/run/nginx.pid': join(own, 'pid'),
    '/var/log/nginx': own,
    '/var/cache/nginx': own,
  };
  const user = process.getuid?.() === 0 ? 'user root;' : '';

  function accepted(name: string, text: string): string {
    const file = join(own, name);
    writeFileSync(file, text);
    const program = debianProgram('nginx', 'nginx-light');
    return judged(program, ['-t', '-q', '-c', file, '-p', own, '-e', join(own, 'error.log')]);
  }

  it('nginx.conf', () => {
    const { '/var/log/nginx': logs, '/var/cache/nginx': cache } = here;
    const text = changed('nginx.conf', {
      '/run/nginx.pid': here['/run/nginx.pid'],
      '/var/log/nginx': logs,
      '/var/cache/nginx': cache,
      'user www-data;': user,
    });
    expect(accepted('nginx.conf', text)).toBe('');
  });

  it('nginx-tls.conf, with a certificate and with names that lead somewhere', async () => {
    const pair = await generate([{ name: 'commonName', value: 'watch.example.org' }], {
      keyType: 'ec',
    });
    writeFileSync(join(own, 'certificates/fullchain.pem'), pair.cert);
    writeFileSync(join(own, 'certificates/privkey.pem'), pair.private);
    const changes = {
      '/run/nginx.pid': here['/run/nginx.pid'],
      '/var/log/nginx': own,
      '/etc/nginx/certificates': join(own, 'certificates'),
      'server pages:': 'server 127.0.0.1:',
      'server api:': 'server 127.0.0.2:',
    };
    const forContainers = changed('nginx-tls.conf', { ...changes, 'user nginx;': user });
    // Debian's nginx is older than what compose.yaml runs, and knows no `resolve` and no HTTP/3.
    const text = withoutHttp3(forContainers.replaceAll(' resolve ', ' '));
    expect(accepted('nginx-tls.conf', text)).toBe('');
    // A wrong line is noticed.
    expect(accepted('wrong.conf', text.replace('ssl_protocols', 'ssl_protocol'))).toContain(
      'unknown directive "ssl_protocol"',
    );
  });

  it('nginx-edge.conf, included as it says', () => {
    const text = changed('nginx-edge.conf', { '/var/cache/nginx': own });
    writeFileSync(join(own, 'edge.conf'), text);
    const whole = `${user} pid ${own}/pid; events {} http { include ${own}/edge.conf; }`;
    expect(accepted('whole.conf', whole)).toBe('');
  });
});

describe('systemd takes', () => {
  const units = readdirSync(join(DEPLOY, 'systemd'));

  it.each(units)('%s', (unit) => {
    const program = debianProgram('systemd-analyze', 'systemd');
    const copies = join(folder, 'units');
    mkdirSync(copies, { recursive: true });
    for (const one of units) {
      const text = readFileSync(join(DEPLOY, 'systemd', one), 'utf8');
      writeFileSync(join(copies, one), text.replaceAll('/srv/bonisa/', `${ROOT}/`));
    }
    // What other units of this machine say is none of ours.
    const said = spawnSync(program, ['verify', join(copies, unit)], { encoding: 'utf8' });
    const ours = said.stderr.split('\n').filter((line) => line.includes('bonisa'));
    expect(ours).toEqual([]);
  });
});

describe('Prometheus takes', () => {
  it('its configuration with both files of rules', () => {
    writeFileSync(join(folder, 'ops-token'), 'token');
    for (const file of ['alerts.yaml', 'objectives.yaml'])
      writeFileSync(join(folder, file), readFileSync(join(DEPLOY, file)));
    const text = changed('prometheus.yaml', { '/run/secrets/ops-token': 'ops-token' });
    writeFileSync(join(folder, 'prometheus.yaml'), text);
    const { ok, output } = promtool(folder, 'check', 'config', 'prometheus.yaml');
    expect(ok, output).toBe(true);
    expect(output).toMatch(/SUCCESS: 2 rule files found/);
  });

  const dashboards = readdirSync(join(DEPLOY, 'grafana/dashboards'));
  it.each(dashboards)('each query of the dashboard %s', (name) => {
    const { panels } = JSON.parse(
      readFileSync(join(DEPLOY, 'grafana/dashboards', name), 'utf8'),
    ) as { panels: { title: string; targets?: { expr: string }[] }[] };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(10);
    const rules = queries.map((expr, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll('$__rate_interval', '5m'),
    }));
    writeFileSync(
      join(folder, 'panels.yaml'),
      JSON.stringify({ groups: [{ name: 'panels', rules }] }),
    );
    const { ok, output } = promtool(folder, 'check', 'rules', 'panels.yaml');
    expect(ok, output).toBe(true);
  });
});
