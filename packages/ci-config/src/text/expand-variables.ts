import { MAX_EXPANDED_LENGTH } from '../limits.ts';

/** A variable: `raw` ones (`expand: false`) are inserted into others, but references in them stay as they are. */
export interface Variable {
  readonly key: string;
  readonly value: string;
  readonly raw: boolean;
}

const REFERENCE = /\$\$|%%|\$(\w+)|\$\{(\w+)\}|%(\w+)%/g;

/** Replaces `$NAME`, `${NAME}` and `%NAME%` once; `$$` becomes `$`. Unknown names become empty unless `keepUnknown`. */
export function expandVariables(
  text: string,
  lookup: (name: string) => string | undefined,
  { keepUnknown = false, keepEscapes = false } = {},
): string {
  if (!/[$%]/.test(text)) return text;
  return text.replaceAll(REFERENCE, (match: string, plain?: string, braced?: string, percent?: string) => {
    const name = plain ?? braced ?? percent;
    if (name === undefined) return match === '$$' && !keepEscapes ? '$' : match;
    const value = lookup(name);
    // A word between percent signs that is no variable is text.
    return value ?? (keepUnknown || percent !== undefined ? match : '');
  });
}

export const variableMap = (variables: Iterable<Variable>): ReadonlyMap<string, Variable> =>
  new Map(Array.from(variables, (variable) => [variable.key, variable]));

/** Expands a list in which later variables replace earlier ones of the same name, each through the others; cycles stay as text. */
export function expandAll(variables: readonly Variable[]): Map<string, string> {
  const byKey = variableMap(variables);
  const resolve = variableResolver([byKey]);
  return new Map(Array.from(byKey.keys(), (key) => [key, resolve(key) ?? '']));
}

/** Values of variables, expanded when they are asked for. Later layers replace earlier ones. */
export function variableResolver(
  layers: ReadonlyArray<ReadonlyMap<string, Variable>>,
): (name: string) => string | undefined {
  const done = new Map<string, string>();
  const open = new Set<string>();
  let length = 0;
  const resolve = (name: string): string | undefined => {
    const known = done.get(name);
    if (known !== undefined) return known;
    const variable = layers.findLast((layer) => layer.has(name))?.get(name);
    if (!variable || open.has(name)) return undefined;
    open.add(name);
    const isExpanded = !variable.raw && length < MAX_EXPANDED_LENGTH && open.size < 100;
    const value = isExpanded ? bounded(variable.value, resolve) : variable.value;
    open.delete(name);
    length += value.length;
    done.set(name, value);
    return value;
  };
  return resolve;
}

/** Expands one value, or leaves it when it would grow beyond the limit. */
function bounded(value: string, lookup: (name: string) => string | undefined): string {
  let length = value.length;
  const expanded = expandVariables(
    value,
    (name) => {
      const found = lookup(name);
      length += found?.length ?? 0;
      return length > MAX_EXPANDED_LENGTH ? '' : found;
    },
    { keepUnknown: true },
  );
  return length > MAX_EXPANDED_LENGTH ? value : expanded;
}
