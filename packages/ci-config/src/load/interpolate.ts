import { ConfigFailure, type SourceLocation } from '../diagnostics.ts';
import type { Inputs, InputValue } from '../config/model.ts';
import { expandVariables } from '../text/expand-variables.ts';
import { entriesOf, fromPlain, list, map, scalar, type YamlMap, type YamlNode } from '../yaml/tree.ts';
import { inputText } from '../config/input-specs.ts';

/** Brackets in a block are those of an index: `$[[ inputs.list[0] ]]`. */
const BLOCK = /\$\[\[((?:[^[\]]|\[\d{1,4}\]){0,1000})\]\]/g;
const WHOLE = /^\$\[\[((?:[^[\]]|\[\d{1,4}\]){0,1000})\]\]$/;
const MAX_FUNCTIONS = 3;
const MAX_LENGTH = 1_000_000;

export interface InterpolationContext {
  readonly inputs: Inputs;
  /** What a component may know about itself. */
  readonly component?: Inputs;
  readonly variables: Readonly<Record<string, string>>;
}

/** Replaces `$[[ inputs.name | function ]]` and `$[[ component.name ]]` in keys and values. A value that is one block keeps the type of the input. */
export function interpolate(root: YamlNode, context: InterpolationContext): YamlNode {
  let length = 0;
  const text = (source: string, at: SourceLocation) =>
    source.replaceAll(BLOCK, (block: string, body: string) => {
      const value = isOther(body) ? block : inputText(evaluate(body, at, context));
      length += value.length;
      if (length > MAX_LENGTH) throw new ConfigFailure(at, 'The parsed YAML is too big', '', 'shorter inputs');
      return value;
    });
  const visit = (node: YamlNode): YamlNode => {
    if (node.kind === 'list') {
      return list(
        node.items.map((item) => visit(item)),
        node.at,
      );
    }
    if (node.kind === 'map') return visitMap(node);
    if (node.kind !== 'scalar' || typeof node.value !== 'string' || !node.value.includes('$[[')) return node;
    const body = WHOLE.exec(node.value)?.[1];
    if (body === undefined || isOther(body)) return scalar(text(node.value, node.at), node.at);
    return fromPlain(evaluate(body, node.at, context), node.at);
  };
  const visitMap = (node: YamlMap): YamlNode =>
    map(
      entriesOf(node).map((entry) => ({ ...entry, key: text(entry.key, entry.at), value: visit(entry.value) })),
      node.at,
    );
  return visit(root);
}

/** Values of a matrix are known when the pipeline is planned. */
const isOther = (body: string) => body.trim().startsWith('matrix.');

function evaluate(body: string, at: SourceLocation, context: InterpolationContext): InputValue {
  const [access = '', ...functions] = body.split('|').map((part) => part.trim());
  const [, source, name, path = ''] = /^(inputs|component)\.([\w-]+)((?:\[\d+\])*)$/.exec(access) ?? [];
  const values = (source === 'component' ? context.component : context.inputs) ?? {};
  const isKnown = name !== undefined && Object.hasOwn(values, name);
  const found = isKnown ? itemAt(values[name], path) : undefined;
  if (found === undefined) {
    const known = [
      ...Object.keys(context.inputs).map((each) => `inputs.${each}`),
      ...Object.keys(context.component ?? {}).map((each) => `component.${each}`),
    ];
    const key = access.replace(/^inputs\./, '');
    throw new ConfigFailure(
      at,
      `unknown interpolation key: \`${key}\``,
      access,
      known.join(', ') || 'a declared input',
    );
  }
  if (functions.length > MAX_FUNCTIONS)
    throw new ConfigFailure(
      at,
      'too many functions in interpolation block',
      access,
      `at most ${MAX_FUNCTIONS} functions`,
    );
  let value = found;
  for (const call of functions) value = applyFunction(call, value, at, context);
  return value;
}

/** The value at `[0][1]` of lists in lists. */
function itemAt(value: InputValue | undefined, path: string): InputValue | undefined {
  let item = value;
  for (const [, index] of path.matchAll(/\[(\d+)\]/g)) item = Array.isArray(item) ? item[Number(index)] : undefined;
  return item;
}

function applyFunction(call: string, value: InputValue, at: SourceLocation, context: InterpolationContext): InputValue {
  const fail = (message: string) =>
    new ConfigFailure(at, message, call, 'expand_vars, posix_escape or truncate(offset, length)');
  const [, offset, length] = /^truncate\(\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)$/.exec(call) ?? [];
  if (!['expand_vars', 'posix_escape'].includes(call) && offset === undefined)
    throw fail(`no function matching \`${call}\`: check that the function name, arguments, and types are correct`);
  if (typeof value !== 'string')
    throw fail(`error in \`${call.replace(/\(.*/, '')}\` function: invalid input type: only strings can be used`);
  if (offset !== undefined) return value.slice(Number(offset), Number(offset) + Number(length));
  if (call === 'posix_escape') return value === '' ? "''" : value.replaceAll(/[^\w@%+=:,./-]/g, String.raw`\$&`);
  return expandVariables(
    value,
    (name) => (Object.hasOwn(context.variables, name) ? context.variables[name] : undefined),
    {
      keepUnknown: true,
      keepEscapes: true,
    },
  );
}
