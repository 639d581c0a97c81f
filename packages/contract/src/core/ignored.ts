import { z } from 'zod';

/** A parameter that clients of the protocol send and that means nothing here; whatever it says, nothing comes of it. */
const ignoredInput = z.unknown().optional().meta({ description: 'Accepted but ignored.' });

/** Rows for an input's shape. What is refused instead of ignored is left out: a spelling mistake, a filter, a limit. */
export function ignored<N extends string>(...names: N[]): Record<N, typeof ignoredInput> {
  return Object.fromEntries(names.map((name) => [name, ignoredInput])) as Record<N, typeof ignoredInput>;
}

/** The values of an input without those that are ignored, so that no operation ever meets them. */
export function dropIgnored<T extends object>(input: z.ZodObject<z.ZodRawShape>, values: T): T {
  const kept = Object.entries(values).filter(([name]) => input.shape[name] !== ignoredInput);
  return Object.fromEntries(kept) as T;
}
