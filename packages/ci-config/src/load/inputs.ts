import { ConfigFailure, type Diagnostics } from '../diagnostics.ts';
import { Field } from '../config/field.ts';
import type { Inputs, InputValue } from '../config/model.ts';
import { readInputs } from '../config/triggers.ts';
import { compilePattern, looksLikePattern } from '../text/pattern.ts';
import { toPlain, type YamlNode } from '../yaml/tree.ts';

export type InputType = 'string' | 'number' | 'boolean' | 'array';

/** An input that a file declares in `spec:inputs`. */
export interface InputSpec {
  readonly name: string;
  readonly type: InputType;
  readonly description: string | null;
  /** Undefined for a required input. */
  readonly default: InputValue | undefined;
  readonly options: readonly InputValue[] | null;
  readonly regex: string | null;
}

const MAX_INPUTS = 100;
const INPUT_TYPES: readonly InputType[] = ['string', 'number', 'boolean', 'array'];

/** The inputs that a header declares. */
export function readInputSpecs(header: YamlNode, diagnostics: Diagnostics): InputSpec[] {
  const field = new Field(header, header.at, 'header', diagnostics);
  if (!field.isMap(['spec'])) return [];
  const spec = field.get('spec');
  if (!spec.isPresent || !spec.isMap(['inputs', 'component', 'description'])) return [];
  const inputs = spec.get('inputs');
  readInputs(inputs);
  if (inputs.entries().length > MAX_INPUTS) inputs.fail(`config has too many inputs (maximum is ${MAX_INPUTS})`);
  return inputs.entries().flatMap(({ key }) => readInputSpec(inputs.get(key), key));
}

const COMPONENT_FIELDS = ['name', 'sha', 'version', 'reference'] as const;
export type ComponentField = (typeof COMPONENT_FIELDS)[number];

/** Which facts about itself a component uses: `spec: { component: [name, version] }`. */
export function readComponentFields(header: YamlNode, diagnostics: Diagnostics): ComponentField[] {
  const field = new Field(header, header.at, 'header', diagnostics).get('spec').get('component');
  const names = field.strings() ?? [];
  const unknown = names.filter((name) => !COMPONENT_FIELDS.some((each) => each === name));
  if (unknown.length > 0)
    field.fail(`config contains unknown values: ${unknown.join(', ')}`, COMPONENT_FIELDS.join(', '));
  return COMPONENT_FIELDS.filter((name) => names.includes(name));
}

function readInputSpec(field: Field, name: string): InputSpec[] {
  const none: InputSpec = { name, type: 'string', description: null, default: undefined, options: null, regex: null };
  if (!field.isPresent) return [none];
  if (!field.isMap(['default', 'type', 'description', 'options', 'regex'])) return [];
  const type = field.get('type').oneOf(INPUT_TYPES) ?? 'string';
  const options = field.get('options').node;
  const fallback = field.get('default').node;
  const regex = field.get('regex').string() ?? null;
  if (regex !== null && !compileRegex(regex))
    field.get('regex').failValue('is not a valid regular expression', 're2 syntax');
  if (options && options.kind !== 'list') field.get('options').failValue('should be an array', 'a list of values');
  return [
    {
      name,
      type,
      description: field.get('description').text() ?? null,
      default: fallback ? toPlain(fallback) : undefined,
      options: options?.kind === 'list' ? options.items.map(toPlain) : null,
      regex,
    },
  ];
}

const compileRegex = (regex: string) =>
  compilePattern(looksLikePattern(regex) ? regex : `/${regex.replaceAll('/', String.raw`\/`)}/`);

/** The values of all declared inputs. Throws ConfigFailure with every problem in its message. */
export function applyInputs(specs: readonly InputSpec[], given: Inputs, header: YamlNode): Inputs {
  const problems: string[] = [];
  const unknown = Object.keys(given).filter((name) => !specs.some((spec) => spec.name === name));
  if (unknown.length > 0) problems.push(`unknown input arguments: ${unknown.join(', ')}`);
  const values = new Map<string, InputValue>();
  for (const spec of specs) {
    const isGiven = Object.hasOwn(given, spec.name);
    const value = isGiven ? given[spec.name] : spec.default;
    const problem = problemOf(spec, value, isGiven ? 'provided' : 'default');
    if (problem) problems.push(`\`${spec.name}\` input: ${problem}`);
    else if (value !== undefined) values.set(spec.name, value);
  }
  if (problems.length === 0) return Object.fromEntries(values);
  const expected = specs.map((spec) => `${spec.name} (${spec.type})`).join(', ');
  throw new ConfigFailure(header.at, problems.join(', '), 'spec:inputs', expected);
}

function problemOf(spec: InputSpec, value: InputValue | undefined, source: 'provided' | 'default'): string | undefined {
  if (value === undefined) return 'required value has not been provided';
  const isOfType = spec.type === 'array' ? Array.isArray(value) : typeof value === spec.type;
  if (!isOfType) return `${source} value is not ${spec.type === 'array' ? 'an' : 'a'} ${spec.type}`;
  if (spec.options && !spec.options.some((option) => option === value))
    return `\`${toText(value)}\` cannot be used because it is not in the list of allowed options`;
  if (spec.regex !== null && !compileRegex(spec.regex)?.test(toText(value)))
    return `${source} value does not match required RegEx pattern`;
  return undefined;
}

/** The value of an input from the text of a form. Text that does not fit stays text, which `loadConfig` then refuses with the reason. */
export function inputFromText({ type }: InputSpec, text: string): InputValue {
  if (type === 'number') return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (type === 'boolean') return ['true', 'false'].includes(text) ? text === 'true' : text;
  return type === 'array' ? listFromText(text) : text;
}

function listFromText(text: string): InputValue {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? (value as InputValue[]) : text;
  } catch {
    // What is no JSON stays text.
    return text;
  }
}

export const toText = (value: InputValue): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
