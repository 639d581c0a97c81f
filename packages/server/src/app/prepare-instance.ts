import type { Platform } from '../platform/context.ts';

/** Makes what every instance has; returns the first administrator's password if it was invented now. */
export async function prepareInstance(_platform: Platform): Promise<string | undefined> {
  return undefined;
}
