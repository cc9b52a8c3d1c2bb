/**
 * The judge's own tests: it must find these problems, so that its silence about adapter and
 * simulator is evidence.
 */
import { describe, expect, it } from 'vitest';
import { APIS, fileOf, MISSING_FILES } from './camara-files.ts';
import { createJudge } from './judge.ts';
import type { Exchange } from './judgement.ts';
import { createPlainJudge } from './plain-judge.ts';

const error = { status: 403, code: 'CARRIER_BILLING.PAYMENT_DENIED', message: 'No.' };
const payment = {
  paymentId: 'pay-1',
  paymentStatus: 'succeeded',
  paymentCreationDate: '2026-11-20T10:00:00Z',
  amountTransaction: {
    phoneNumber: '+27821234567',
    referenceCode: 'ref-1',
    paymentAmount: {
      chargingInformation: { amount: 5.35, currency: 'ZAR', description: 'One day' },
    },
  },
};
const { phoneNumber, referenceCode, paymentAmount } = payment.amountTransaction;
const request = { amountTransaction: { phoneNumber, referenceCode, paymentAmount } };
const event = (data: unknown, type = 'payment-completed') => ({
  id: '1',
  source: '/payments/pay-1',
  specversion: '1.0',
  type: `org.camaraproject.carrier-billing.v0.${type}`,
  time: '2026-11-20T10:00:00Z',
  data,
});

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  method: 'POST',
  path: '/carrier-billing/v0.5/payments',
  requestHeaders: { 'content-type': 'application/json', 'x-correlator': 'abc' },
  requestBody: JSON.stringify(request),
  broken: false,
  status: 201,
  replyHeaders: { 'content-type': 'application/json; charset=utf-8', 'x-correlator': 'abc' },
  replyBody: JSON.stringify(payment),
  ...more,
});
const list = {
  method: 'GET',
  path: '/carrier-billing/v0.5/payments?page=1',
  requestBody: '',
  status: 200,
  replyBody: JSON.stringify([payment]),
};
const counted = { ...exchange().replyHeaders, 'x-total-count': '1', 'content-last-key': '1' };

/**
 * Tests that need the definitions run only if the files are present; the tests without them always
 * run.
 */
const describeWithFiles =
  MISSING_FILES === undefined ? describe : () => process.stdout.write(`${MISSING_FILES}\n`);

describeWithFiles('the judge with definition files', () => {
  const judge = createJudge(fileOf(APIS.billing), APIS.billing.basePath);
  const problemsOf = (more: Partial<Exchange>) => judge.judge(exchange(more))?.problems;

  it.each<[string, Partial<Exchange>]>([
    ['a payment', {}],
    ['a list', { ...list, replyHeaders: counted }],
    ['a denial', { status: 403, replyBody: JSON.stringify(error) }],
    [
      'a 503',
      {
        status: 503,
        replyBody: JSON.stringify({ status: 503, code: 'UNAVAILABLE', message: 'x' }),
      },
    ],
    [
      'a local sink, the one deviation',
      { requestBody: JSON.stringify({ ...request, sink: 'http://127.0.0.1:3000/carrier/events' }) },
    ],
    [
      'a broken request that was meant to be',
      {
        broken: true,
        requestBody: '{',
        status: 400,
        replyBody: JSON.stringify({ status: 400, code: 'INVALID_ARGUMENT', message: 'x' }),
      },
    ],
  ])('accepts %s', (_name, more) => {
    expect(problemsOf(more)).toEqual([]);
  });

  it.each<[string, Partial<Exchange>, RegExp]>([
    ['a missing field of a request', { requestBody: '{}' }, /request.*amountTransaction/],
    [
      'an amount of nothing',
      { requestBody: JSON.stringify(request).replace('5.35', '0') },
      /request.*>= 0.001/,
    ],
    [
      'a fraction of a fraction',
      { requestBody: JSON.stringify(request).replace('5.35', '5.3501') },
      /multiple of 0.001/,
    ],
    [
      'a field that is made up',
      { requestBody: JSON.stringify({ ...request, extra: 1 }) },
      /request\/extra: not documented/,
    ],
    [
      'a sink that is not https',
      { requestBody: JSON.stringify({ ...request, sink: 'http://example.com/' }) },
      /request.*sink/,
    ],
    [
      'half a credential',
      {
        requestBody: JSON.stringify({
          ...request,
          sinkCredential: { credentialType: 'ACCESSTOKEN' },
        }),
      },
      /accessTokenExpiresUtc/,
    ],
    [
      'a parameter that is made up',
      { ...list, path: `${list.path}&reference=x`, replyHeaders: counted },
      /query.*additional/,
    ],
    [
      'a request of another kind',
      { requestHeaders: { 'content-type': 'text/plain' } },
      /request: content type/,
    ],
    ['a status that is not documented', { status: 202 }, /202 is not documented/],
    [
      'a code that is not documented',
      { status: 403, replyBody: JSON.stringify({ ...error, code: 'NO' }) },
      /reply\/code/,
    ],
    [
      'a body with another status',
      { status: 403, replyBody: JSON.stringify({ ...error, status: 400 }) },
      /status is not 403/,
    ],
    [
      'a reply without a message',
      { status: 403, replyBody: JSON.stringify({ status: 403, code: error.code }) },
      /message/,
    ],
    [
      'a time without a zone',
      { replyBody: JSON.stringify(payment).replace('10:00:00Z', '10:00:00') },
      /date-time/,
    ],
    [
      'a number without its plus',
      { replyBody: JSON.stringify(payment).replace('+27', '27') },
      /phoneNumber/,
    ],
    [
      'a made up field of a reply',
      { replyBody: JSON.stringify({ ...payment, extra: 1 }) },
      /reply\/extra: not documented/,
    ],
    ['a reply that is no JSON', { replyBody: 'hello' }, /reply/],
    [
      'a lost correlation id',
      { replyHeaders: { 'content-type': 'application/json' } },
      /x-correlator/,
    ],
    [
      'another correlation id',
      { replyHeaders: { ...exchange().replyHeaders, 'x-correlator': 'other' } },
      /not echoed/,
    ],
    ['a list without its total', { ...list }, /x-total-count/],
    [
      'a total that is no number',
      { ...list, replyHeaders: { ...counted, 'x-total-count': 'many' } },
      /x-total-count.*integer/,
    ],
    ['a 5xx of no shape', { status: 500, replyBody: 'oops' }, /5xx/],
  ])('reports %s', (_name, more, problem) => {
    expect(problemsOf(more)?.join('\n')).toMatch(problem);
  });

  it('reports an unexpected body', () => {
    const confirmed = {
      path: '/carrier-billing/v0.5/payments/pay-1/confirm',
      requestBody: '{}',
      status: 202,
      replyBody: '{}',
    };
    expect(problemsOf(confirmed)).toEqual(['reply: a 202 has no body']);
  });

  it('identifies operations, and ignores other requests', () => {
    const of = (method: string, path: string) =>
      judge.judge(exchange({ method, path: `/carrier-billing/v0.5${path}` }))?.operation;
    expect(of('POST', '/payments/prepare')).toBe('preparePayment');
    expect(of('GET', '/payments/prepare')).toBe('retrievePayment');
    expect(of('DELETE', '/payments')).toBeUndefined();
    expect(judge.judge(exchange({ path: '/messages/v1/messages' }))).toBeUndefined();
  });

  it.each([
    [
      'the one that fits',
      event({
        paymentId: 'p',
        status: 'succeeded',
        description: 'd',
        paymentDate: '2026-11-20T10:00:00Z',
      }),
      /^$/,
    ],
    [
      'one without what its type asks for',
      event({ paymentId: 'p', status: 'succeeded', description: 'd' }),
      /paymentDate/,
    ],
    ['one of an unknown type', event({}, 'payment-lost'), /type/],
    [
      'one with a made up field',
      event(
        { paymentId: 'p', status: 'succeeded', description: 'd', amount: 5 },
        'payment-reserved',
      ),
      /amount: not documented/,
    ],
  ])('judges events: %s', (_name, body, problem) => {
    expect(
      judge
        .judgeEvent(
          'createPaymentNotification',
          'application/cloudevents+json',
          JSON.stringify(body),
        )
        .join('\n'),
    ).toMatch(problem);
  });

  it('requires the media type of events', () => {
    const body = JSON.stringify(
      event({ paymentId: 'p', status: 'succeeded', description: 'd' }, 'payment-reserved'),
    );
    expect(judge.judgeEvent('createPaymentNotification', 'application/json', body)).toEqual([
      'event: content type application/json',
    ]);
  });
});

// The checks that need no definition file always run.
const plain = createPlainJudge(APIS.billing);
const plainExchange = (more: Partial<Exchange> = {}): Exchange => ({
  method: 'POST',
  path: '/carrier-billing/v0.5/payments',
  requestHeaders: { 'content-type': 'application/json', 'x-correlator': 'abc' },
  requestBody: '{"amountTransaction":{}}',
  broken: false,
  status: 201,
  replyHeaders: { 'content-type': 'application/json; charset=utf-8', 'x-correlator': 'abc' },
  replyBody: '{"paymentId":"pay-1"}',
  ...more,
});
const plainProblemsOf = (more: Partial<Exchange>) =>
  plain.judge(plainExchange(more))?.problems.join('\n');
const confirm = { path: '/carrier-billing/v0.5/payments/pay-1/confirm' };
const plainEvent = {
  id: '1',
  source: '/x',
  specversion: '1.0',
  type: 't',
  time: '2026-11-20T10:00:00Z',
  data: {},
};

describe('the judge without definition files', () => {
  it.each<[string, Partial<Exchange>]>([
    ['a payment', {}],
    ['a denial', { status: 403, replyBody: '{"status":403,"code":"X.Y","message":"No."}' }],
    ['an accepted second step', { ...confirm, status: 202, replyBody: '' }],
    ['a list', { method: 'GET', requestBody: '', status: 200, replyBody: '[]' }],
    ['a request that is broken on purpose', { broken: true, requestBody: '{' }],
  ])('accepts %s', (_name, more) => {
    expect(plainProblemsOf(more)).toBe('');
  });

  it.each<[string, Partial<Exchange>, RegExp]>([
    [
      'a request of another kind',
      { requestHeaders: { 'content-type': 'text/plain' } },
      /request: content type/,
    ],
    ['a request that is no object', { requestBody: '[1]' }, /request: no JSON object/],
    ['an error of no shape', { status: 400, replyBody: '{"error":"x"}' }, /no ErrorInfo/],
    [
      'an error with another status',
      { status: 400, replyBody: '{"status":403,"code":"X","message":"x"}' },
      /no ErrorInfo/,
    ],
    ['a success that is no JSON', { replyBody: 'hello' }, /no JSON/],
    ['a body where there is none', { ...confirm, status: 202, replyBody: '{}' }, /has no body/],
    [
      'another correlation id',
      { replyHeaders: { ...plainExchange().replyHeaders, 'x-correlator': 'other' } },
      /not echoed/,
    ],
  ])('reports %s', (_name, more, problem) => {
    expect(plainProblemsOf(more)).toMatch(problem);
  });

  it('identifies operations, and ignores other requests', () => {
    const of = (method: string, path: string) =>
      plain.judge(plainExchange({ method, path: `/carrier-billing/v0.5${path}` }))?.operation;
    expect(of('POST', '/payments/prepare')).toBe('preparePayment');
    expect(of('GET', '/payments/pay-1')).toBe('retrievePayment');
    expect(of('POST', '/payments/pay-1/cancel')).toBe('cancelPayment');
    expect(of('DELETE', '/payments')).toBeUndefined();
    expect(plain.judge(plainExchange({ path: '/messages/v1/messages' }))).toBeUndefined();
  });

  it.each([
    ['the one that fits', plainEvent, /^$/],
    ['one of another version', { ...plainEvent, specversion: '0.3' }, /specversion/],
    ['one without a time zone', { ...plainEvent, time: '2026-11-20T10:00:00' }, /time/],
    ['one without an id', { ...plainEvent, id: 7 }, /event\/id/],
    ['one without data', { ...plainEvent, data: 'x' }, /data/],
  ])('judges events: %s', (_name, body, problem) => {
    expect(
      plain.judgeEvent('x', 'application/cloudevents+json', JSON.stringify(body)).join('\n'),
    ).toMatch(problem);
  });
});
