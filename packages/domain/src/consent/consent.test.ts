import { describe, expect, it } from 'vitest';
import { PACKAGES } from '../packages/package-catalogue.ts';
import { changeWords, consentWords, otpMessage, packageLabel } from './consent.ts';

describe('the opt-in wording', () => {
  // S3
  it('offers a free first day only where a trial applies, and otherwise says that the price is taken now', () => {
    for (const one of PACKAGES) {
      const trial = consentWords({
        service: 'Bonisa',
        package: one,
        trial: true,
        supportNumber: '0800 000 000',
      }).join(' ');
      expect(trial).toContain('first day FREE');
      expect(trial).toContain(`/${one.period}`);
      const paid = consentWords({
        service: 'Bonisa',
        package: one,
        trial: false,
        supportNumber: '0800 000 000',
      }).join(' ');
      expect(paid).not.toContain('FREE');
      expect(paid).toContain('is taken now');
    }
  });

  // S7
  it('says that a package change takes nothing now, and gives price, period and how to stop', () => {
    for (const one of PACKAGES) {
      const words = changeWords({
        service: 'Bonisa',
        package: one,
        supportNumber: '0800 000 000',
      }).join(' ');
      expect(words).toContain('Nothing is taken now');
      expect(words).toContain(`/${one.period}`);
      expect(words).toContain('STOP');
      expect(words).not.toMatch(/FREE|taken now from/);
    }
  });

  // S7
  it('says what is taken now and later, and that free or paid time that is left is added', () => {
    for (const one of PACKAGES) {
      const [first = '', ...rest] = consentWords({
        service: 'Bonisa',
        trial: false,
        package: one,
        supportNumber: '0800 000 000',
      });
      expect(first).toMatch(
        /: R\d+\.00 is taken now from your airtime, then R\d+\.00\/\w+ until you stop\. Any free or paid time you have left is added\.$/,
      );
      expect(first).toContain(`/${one.period}`);
      expect(rest.join(' ')).toMatch(/STOP.*18 or older.*0800 000 000/);
    }
  });

  // S2
  it('labels a package with name, price and period', () => {
    expect(PACKAGES.map(packageLabel)).toEqual([
      'Daily (R5.00/day)',
      'Weekly (R10.00/week)',
      'Monthly (R25.00/month)',
    ]);
  });
});

describe('the message with a code', () => {
  // The code approves exactly what the message says.
  it('names what the code approves, contains OTP, and fits one short message', () => {
    for (const one of PACKAGES) {
      for (const freeDay of [true, false]) {
        const message = otpMessage('N'.repeat(20), { package: one, freeDay });
        expect(message.replace('{{code}}', '1234').length).toBeLessThanOrEqual(160);
        expect(message).toMatch(/^\{\{code\}\} is your N+ OTP for R\d+\.00\/\w+/);
        expect(message.includes('first day FREE')).toBe(freeDay);
      }
    }
    expect(otpMessage('Bonisa', undefined)).toMatch(
      /^\{\{code\}\} is your Bonisa OTP to sign in\./,
    );
    expect(otpMessage('Bonisa', undefined)).not.toContain('R');
  });
});
