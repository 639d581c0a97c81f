import type { Extension } from './extensions.ts';
import type { Context } from './context.ts';

/** One thing that is not as it must be. */
export type Problem = { what: string; problem: string };

export type Invariant = {
  /** Words that complete "checked …": `merged requests against their branches`. */
  name: string;
  /** Looks at everything of its kind, a batch at a time; answers how much it looked at. */
  check: (ctx: Context, report: (problem: Problem) => void) => Promise<number>;
};

const invariants: Invariant[] = [];

/** Registers something that must hold at any time, whatever crashed before. Tests and `tributary verify` ask the same. */
export function defineInvariant(invariant: Invariant): Extension {
  return () => {
    invariants.push(invariant);
  };
}

export type VerificationResult = { name: string; looked: number; problems: Problem[] };

/** Asks everything that is registered. */
export async function verifyEverything(ctx: Context): Promise<VerificationResult[]> {
  const results: VerificationResult[] = [];
  for (const { name, check } of invariants) {
    const problems: Problem[] = [];
    const looked = await check(ctx, (problem) => problems.push(problem));
    results.push({ name, looked, problems });
  }
  return results;
}
