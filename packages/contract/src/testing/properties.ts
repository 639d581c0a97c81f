import fc from 'fast-check';

/**
 * The seed of every property: the same cases in every ordinary run, so that whoever changes nothing breaks nothing; others
 * each time in the full one. What fails names its seed, and `TRIBUTARY_SEED` brings it back.
 */
function seedOf({ TRIBUTARY_SEED: chosen, TRIBUTARY_FULL: full }: NodeJS.ProcessEnv): number {
  if (chosen !== undefined) return Number(chosen);
  return full === '1' ? Math.floor(Math.random() * 2 ** 31) : 1;
}

const seed = seedOf(process.env);
if (seed !== 1) process.stderr.write(`The seed of the properties is ${seed}: TRIBUTARY_SEED=${seed} repeats them.\n`);
fc.configureGlobal({ seed });

/**
 * How many cases a property is tried with. An ordinary run tries the same ones each time, so that a fifth of them finds what a
 * change has broken; the full one, with others each time, looks for what nobody has thought of.
 */
export function runs(most: number): number {
  return process.env['TRIBUTARY_FULL'] === '1' ? most : Math.ceil(most / 5);
}

export { fc };
