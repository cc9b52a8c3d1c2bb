/**
 * A judge that works without the published definitions: it tells operations apart, and holds every exchange to what CAMARA's
 * design guide says of all APIs (correlation id, JSON, the shape of an error). Schemas and documented outcomes are for judge.ts.
 */
import type { Exchange, Judge, Verdict } from './judge.ts';

/** Method, path below the base path, operationId. What is more special comes first. */
const OPERATIONS: Record<string, readonly (readonly [method: string, path: RegExp, operation: string])[]> = {
  '/one-time-password-sms/v1': [
    ['POST', /^\/send-code$/, 'sendCode'],
    ['POST', /^\/validate-code$/, 'validateCode'],
  ],
  '/number-verification/v2': [
    ['POST', /^\/verify$/, 'phoneNumberVerify'],
    ['GET', /^\/device-phone-number$/, 'phoneNumberShare'],
  ],
  '/kyc-age-verification/v0.2': [['POST', /^\/verify$/, 'verifyAge']],
  '/number-recycling/v0.2': [['POST', /^\/check$/, 'checkNumberRecycling']],
  '/carrier-billing/v0.5': [
    ['POST', /^\/payments$/, 'createPayment'],
    ['POST', /^\/payments\/prepare$/, 'preparePayment'],
    ['POST', /^\/payments\/[^/]+\/validate$/, 'validatePayment'],
    ['POST', /^\/payments\/[^/]+\/confirm$/, 'confirmPayment'],
    ['POST', /^\/payments\/[^/]+\/cancel$/, 'cancelPayment'],
    ['GET', /^\/payments$/, 'retrievePayments'],
    ['GET', /^\/payments\/[^/]+$/, 'retrievePayment'],
  ],
  '/carrier-billing-refund/v0.3': [
    ['POST', /^\/payments\/[^/]+\/refunds$/, 'createRefund'],
    ['GET', /^\/payments\/[^/]+\/refunds$/, 'retrieveRefunds'],
    ['GET', /^\/payments\/[^/]+\/refunds\/remaining-amount$/, 'retrievePaymentRemainingAmount'],
    ['GET', /^\/payments\/[^/]+\/refunds\/[^/]+$/, 'retrieveRefund'],
  ],
};

const CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;

/** Makes the judge of one API. */
export function createPlainJudge(basePath: string): Judge {
  const operations = OPERATIONS[basePath];
  if (operations === undefined) throw new Error(`the operations of ${basePath} are not known`);
  return {
    operations: [],
    judge(exchange): Verdict | undefined {
      if (!exchange.path.startsWith(`${basePath}/`)) return undefined;
      const [path = ''] = exchange.path.slice(basePath.length).split('?');
      const operation = operations.find(([method, pattern]) => method === exchange.method && pattern.test(path))?.[2];
      return operation === undefined ? undefined : { operation, outcome: outcomeOf(exchange), problems: problemsOf(exchange) };
    },
    judgeEvent(_operation, contentType, body) {
      const { specversion, id, source, type, time } = asObject(parsed(body));
      const isWhole = specversion === '1.0' && [id, source, type, time].every((each) => typeof each === 'string' && each !== '');
      return [
        ...(contentType === 'application/cloudevents+json' ? [] : [`event: content type ${contentType}`]),
        ...(isWhole ? [] : ['event: not a CloudEvent 1.0']),
      ];
    },
  };
}

function outcomeOf({ status, replyBody }: Exchange): string {
  const { code } = asObject(parsed(replyBody));
  return status < 400 || code === undefined ? String(status) : `${status} ${code}`;
}

function problemsOf({ status, requestHeaders, replyHeaders, replyBody }: Exchange): string[] {
  const problems: string[] = [];
  const sent = requestHeaders['x-correlator'];
  const told = replyHeaders['x-correlator'];
  if (told === undefined || !CORRELATOR.test(told)) problems.push('reply: no x-correlator');
  else if (sent !== undefined && CORRELATOR.test(sent) && told !== sent) problems.push('reply: x-correlator is not echoed');
  if (replyBody !== '' && !/^application\/json(; ?charset=utf-8)?$/i.test(replyHeaders['content-type'] ?? ''))
    problems.push(`reply: content type ${replyHeaders['content-type']}`);
  if (status < 400) return problems;
  const { status: said, code, message } = asObject(parsed(replyBody));
  if (said !== status || typeof code !== 'string' || typeof message !== 'string' || message === '') problems.push('reply: no ErrorInfo');
  return problems;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON has no fields, which the checks say.
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
