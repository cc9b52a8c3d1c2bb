import { expect, it } from 'vitest';
import { freePort } from './free-ports.ts';

it('gives no port a second time while the process that asked first has not used it yet', async () => {
  const COUNT = 3;
  const firsts = await Promise.all(Array.from({ length: 200 }, () => freePort(COUNT)));
  const ports = firsts.flatMap((first) => Array.from({ length: COUNT }, (_, i) => first + i));
  expect(new Set(ports).size).toBe(ports.length);
});
