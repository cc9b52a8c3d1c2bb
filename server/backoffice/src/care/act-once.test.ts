// An act of care survives the death of its process within a minute, is done by one process at a
// time, and a late one changes nothing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActOnce } from './act-once.ts';
import { createCareRepository } from './care.repository.ts';
import { type CareBench, type CarePerson, createCareBench, freshKey } from './care.test-kit.ts';

let bench: CareBench;
beforeAll(async () => {
  bench = await createCareBench();
});
afterAll(() => bench.close());

const BUSY = { code: 'conflict', message: expect.stringContaining('still under way') };

const ACT = {
  actor: { id: 'agent' },
  number: { subject: 'subscriber:1' },
  audit: { record: async () => undefined },
  reason: 'The caller asked for it.',
};

/** A process that does acts; it gives signs of life where a test moves the timers. */
function createProcess() {
  const { open, clock } = bench.product;
  const care = createCareRepository(open.db);
  const { once, isUnderWay } = createActOnce({ care, clock });
  const press = (key: string, work: () => Promise<Record<string, unknown>>) =>
    once({ ...ACT, key, asked: ['act'] }, work);
  return { care, press, isUnderWay: (key: string) => isUnderWay({ actorId: 'agent', key }) };
}

/** An act that is under way until it is answered or refused. */
function begin({ press }: ReturnType<typeof createProcess>, key: string) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<Record<string, unknown>>();
  const answer = press(key, () => {
    begun.resolve();
    return end.promise;
  });
  return { begun: begun.promise, answer, ...end };
}

const done = async () => ({ done: 'by the second' });

describe('the key of an act', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('is free 45 seconds after its process was killed, and not before', async () => {
    const [first, second] = [createProcess(), createProcess()];
    const key = freshKey();
    const killed = begin(first, key);
    await killed.begun;
    bench.product.clock.by(45);
    await expect(second.press(key, done)).rejects.toMatchObject(BUSY);
    expect(await second.isUnderWay(key)).toBe(true);
    bench.product.clock.by(1);
    expect(await second.isUnderWay(key)).toBe(false);
    expect(await second.press(key, done)).toEqual({ done: 'by the second' });
    killed.resolve({});
    await killed.answer;
  });

  it('is held for as long as its process lives, however long the carrier takes', async () => {
    const [first, second] = [createProcess(), createProcess()];
    const key = freshKey();
    const slow = begin(first, key);
    await slow.begun;
    const signOfLife = async () => {
      vi.advanceTimersByTime(10_000);
      return (await first.care.act('agent', key))?.at.getTime();
    };
    for (let passed = 0; passed < 120; passed += 40) {
      bench.product.clock.by(40);
      await expect.poll(signOfLife).toBe(bench.product.clock.now().getTime());
      await expect(second.press(key, done)).rejects.toMatchObject(BUSY);
    }
    slow.resolve({ done: 'by the first' });
    expect(await slow.answer).toEqual({ done: 'by the first' });
    expect(await second.press(key, done)).toEqual({ done: 'by the first' });
    expect(await second.isUnderWay(key)).toBe(false);
  });

  it.each(['answers', 'refuses'] as const)(
    'stays with who took it over when the first process goes on and %s',
    async (how) => {
      const [first, second, third] = [createProcess(), createProcess(), createProcess()];
      const key = freshKey();
      const late = begin(first, key);
      await late.begun;
      bench.product.clock.by(46);
      const over = begin(second, key);
      await over.begun;
      if (how === 'refuses') {
        late.reject(new Error('the first was refused'));
        await expect(late.answer).rejects.toThrow('the first was refused');
        await expect(third.press(key, done)).rejects.toMatchObject(BUSY);
      }
      over.resolve({ done: 'by who took over' });
      await over.answer;
      if (how === 'answers') {
        late.resolve({ done: 'late' });
        await late.answer;
      }
      expect(await third.press(key, done)).toEqual({ done: 'by who took over' });
    },
  );

  it('is free at once after a refusal', async () => {
    const process = createProcess();
    const key = freshKey();
    const refused = begin(process, key);
    // Before that nobody waits for the work that is refused.
    await refused.begun;
    refused.reject(new Error('refused'));
    await expect(refused.answer).rejects.toThrow('refused');
    expect(await process.press(key, done)).toEqual({ done: 'by the second' });
  });
});

describe('the decision of a dispute', () => {
  /** A dispute that was upheld by a process which was killed before it asked for the refund. */
  async function cutOff(agent: CarePerson) {
    const { msisdn, charge } = await bench.paid('demo-daily');
    const { reference } = charge;
    const opened = await agent.act('disputes', msisdn, { reference, words: 'Not mine' });
    const { id } = opened.body.dispute;
    const row = async () =>
      (await bench.product.rows(`select * from care_disputes where id = '${id}'`))[0] ?? {};
    await bench.product.rows(
      `update care_disputes set state = 'upheld', decided_by = '${agent.person.account.name}',
         decided_at = '${bench.product.clock.now().toISOString()}', decided_reason = 'Upheld' where id = '${id}'`,
    );
    const handle = await agent.open(msisdn);
    const uphold = () =>
      agent.call('disputes/decide', {
        handle,
        dispute_id: id,
        key: freshKey(),
        reason: 'Upheld',
        verdict: 'upheld',
      });
    return { id, charge, row, uphold };
  }

  it('is made again within a minute after its process was killed, and refunds once', async () => {
    const agent = await bench.person('care');
    const { charge, row, uphold } = await cutOff(agent);
    expect(await uphold()).toMatchObject({ status: 409, body: { code: 'already_decided' } });
    bench.product.clock.by(31);
    expect((await uphold()).status).toBe(200);
    expect(await row()).toMatchObject({ state: 'upheld', refund_amount: 500 });
    expect(await bench.refundsOf(charge)).toHaveLength(1);
    expect((await uphold()).body.code).toBe('already_decided');
  });

  it('is left alone while a process still asks for its refund, however long that takes', async () => {
    const agent = await bench.person('care');
    const { id, charge, row, uphold } = await cutOff(agent);
    bench.product.clock.by(300);
    const care = createCareRepository(bench.product.open.db);
    const actorId = agent.person.account.id;
    const mark = { actorId, key: `dispute ${id}`, asked: 'x', at: bench.product.clock.now() };
    await care.beginAct(mark);
    expect((await uphold()).body.code).toBe('already_decided');
    expect(await row()).toMatchObject({ state: 'upheld', refund_amount: null });
    expect(await bench.refundsOf(charge)).toEqual([]);
  });
});
