import { z } from 'zod';
import { portVariable } from './port.config.ts';

/** The environment variables of the operators' listener. */

export const operationsConfigShape = {
  OPS_PORT: portVariable.default(3001),
  OPS_HOST: z
    .union([z.ipv4(), z.ipv6()], { error: 'must be an address of this machine, such as 10.0.0.5' })
    .default('127.0.0.1'),
  OPS_TOKEN: z.string().min(32, { error: 'must have at least 32 characters' }).optional(),
};

type Variables = z.output<z.ZodObject<typeof operationsConfigShape>>;

/** The listener's address and the tokens that open it elsewhere. */
export function operationsConfigOf(
  env: Variables & { readonly OPS_TOKEN_NEXT?: string | undefined },
) {
  const tokens = [env.OPS_TOKEN, env.OPS_TOKEN_NEXT].filter((one) => one !== undefined);
  return { host: env.OPS_HOST, tokens };
}

/** Metrics say how much money is taken: nobody on a network reads them without the token. */
export function operationsProblems({ OPS_HOST, OPS_TOKEN }: Variables): string[] {
  return isLoopbackAddress(OPS_HOST) || OPS_TOKEN
    ? []
    : ['OPS_TOKEN: must be set where OPS_HOST is not the loopback address'];
}

/** Whether an address of a socket is of this machine alone. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '');
}

/** All addresses of the machine. */
export function isEveryAddress(address: string): boolean {
  return address === '0.0.0.0' || /^[0:]+$/.test(address);
}
