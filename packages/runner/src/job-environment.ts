import type { JobValues } from './executor.ts';
import type { JobVariable } from './payload.ts';

const REFERENCE = /\$\$|\$(\w+)|\$\{(\w+)\}/g;
const MAX_LENGTH = 1_000_000;
const MAX_DEPTH = 50;

/** Puts the values of variables in the place of `$NAME` and `${NAME}`; unknown names become empty. */
export function expand(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(REFERENCE, (all: string, plain?: string, braced?: string) =>
    all === '$$' ? '$' : (values.get(plain ?? braced ?? '') ?? ''),
  );
}

/** The value of each variable with the others in it; the last of a name counts. Circles stay as they are written. */
export function expandVariables(variables: readonly JobVariable[]): Map<string, string> {
  const byKey = new Map(variables.map((variable) => [variable.key, variable]));
  const done = new Map<string, string>();
  const resolve = (key: string, above: readonly string[]): string | undefined => {
    const known = done.get(key);
    const variable = byKey.get(key);
    if (known !== undefined || !variable) return known;
    if (above.includes(key) || above.length > MAX_DEPTH) return undefined;
    const value = variable.raw
      ? variable.value
      : variable.value.replaceAll(REFERENCE, (all: string, plain?: string, braced?: string) => {
          if (all === '$$') return all;
          return resolve(plain ?? braced ?? '', [...above, key]) ?? all;
        });
    done.set(key, value.slice(0, MAX_LENGTH));
    return value;
  };
  for (const key of byKey.keys()) resolve(key, []);
  return done;
}

/** What the scripts get: variables by their names, and those of the kind file. */
export function jobValues(variables: readonly JobVariable[], values: ReadonlyMap<string, string>): JobValues {
  const files = new Set(variables.filter(({ file }) => file).map(({ key }) => key));
  const usable = [...values].filter(([key, value]) => /^[A-Za-z_]\w*$/.test(key) && !value.includes('\0'));
  return {
    plain: Object.fromEntries(usable.filter(([key]) => !files.has(key))),
    files: Object.fromEntries(usable.filter(([key]) => files.has(key))),
  };
}
