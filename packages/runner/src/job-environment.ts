import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'http_proxy', 'https_proxy', 'no_proxy'];

/** The environment of the scripts. Variables of the kind file are written into a folder, and name their file. */
export async function environmentOf(
  variables: readonly JobVariable[],
  values: ReadonlyMap<string, string>,
  { home, temporary }: { home: string; temporary: string },
): Promise<Record<string, string>> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env: Record<string, string> = { ...Object.fromEntries(inherited), HOME: home, TERM: 'xterm' };
  const files = new Set(variables.filter(({ file }) => file).map(({ key }) => key));
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  for (const [key, value] of values) {
    if (!/^\w+$/.test(key) || value.includes('\0')) continue;
    if (!files.has(key)) {
      env[key] = value;
      continue;
    }
    env[key] = path.join(temporary, key);
    await writeFile(path.join(temporary, key), value, { mode: 0o600 });
  }
  return env;
}
