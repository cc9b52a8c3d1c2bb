import { describe, expect, it } from 'vitest';
import { findingsOf } from './finding.ts';
import { reportOf, textOf } from './report.ts';

const { error, warning, ok } = findingsOf('database');

describe('the report', () => {
  const findings = [
    ok('DATABASE_URL', 'PostgreSQL 15.13'),
    warning('DATABASE_URL', 'has 3 free connections', 'raise max_connections'),
    error('DATABASE_URL', 'is a replica', 'the primary'),
    findingsOf('clock').ok('database', 'differs by 0.1 s'),
  ];

  it('has groups in one order, errors first, and counts them apart', () => {
    expect(textOf(reportOf(findings, {}))).toBe(
      [
        'database',
        '  error   DATABASE_URL: is a replica',
        '          the primary',
        '  warning DATABASE_URL: has 3 free connections',
        '          raise max_connections',
        '  ok      DATABASE_URL: PostgreSQL 15.13',
        '',
        'clock',
        '  ok      database: differs by 0.1 s',
        '',
        '1 error, 1 warning',
      ].join('\n'),
    );
  });

  it('never holds a secret or a number, whatever an error of others says', () => {
    const report = reportOf(
      [
        error('x', 'refused s3cret-value of +27 82 123 4567 and 27821234567', 'not pa%ss word'),
        error('x', 'password authentication failed: pässword', 'sign with aws-secret-key'),
      ],
      {
        SECRET_KEY: 's3cret-value',
        AWS_SECRET_ACCESS_KEY: 'aws-secret-key',
        DATABASE_URL: 'postgres://us:p%C3%A4ssword@db/x',
        PORT: '3000',
      },
    );
    const text = textOf(report) + JSON.stringify(report);
    for (const secret of ['s3cret-value', '1234567', '27821234567', 'pässword', 'aws-secret-key'])
      expect(text).not.toContain(secret);
    expect(text).toContain('password authentication failed');
  });
});
