import { type Expression, parseExpression } from '../text/expression.ts';
import { compilePattern, looksLikePattern } from '../text/pattern.ts';
import { toPlain } from '../yaml/tree.ts';
import type { Field } from './field.ts';
import type { InputValue } from './model.ts';

export type InputType = 'string' | 'number' | 'boolean' | 'array';

/** What an input accepts in a situation: `spec:inputs:NAME:rules`. */
export interface InputRule {
  /** Null for a rule that always applies. */
  readonly if: Expression | null;
  readonly options: readonly InputValue[] | null;
  /** Undefined or null where a value has to be given. */
  readonly default: InputValue | undefined;
}

/** An input that a file declares in `spec:inputs`, or a job in `inputs`. */
export interface InputSpec {
  readonly name: string;
  readonly type: InputType;
  readonly description: string | null;
  /** Undefined for a required input. */
  readonly default: InputValue | undefined;
  readonly options: readonly InputValue[] | null;
  readonly regex: string | null;
  /** The first that applies gives the options and the default. Never of a job. */
  readonly rules?: readonly InputRule[];
}

const INPUT_TYPES: readonly InputType[] = ['string', 'number', 'boolean', 'array'];
const SPEC_KEYS = ['default', 'type', 'description', 'options', 'regex'];
const MAX_OPTIONS = 50;

/** An input as a header declares it; null where it cannot be read. */
export function readInputSpec(field: Field, name: string): InputSpec | null {
  const none: InputSpec = { name, type: 'string', description: null, default: undefined, options: null, regex: null };
  if (!field.isPresent) return none;
  if (!field.isMap([...SPEC_KEYS, 'rules'])) return null;
  const rules = field.get('rules');
  const together = ['default', 'options'].filter((key) => field.get(key).isPresent);
  if (rules.isPresent && together.length > 0)
    rules.fail(`config cannot be used together with ${together.join(' and ')}`, 'default and options in the rules');
  return { ...readCommon(field, name), ...(rules.isPresent && { rules: readInputRules(rules) }) };
}

/** An input of a job, which needs a default: nobody is asked for it when the pipeline starts. */
export function readJobInput(field: Field, name: string): InputSpec | null {
  if (!/^[\w-]+$/.test(name)) field.fail('config should have a valid name', 'letters, digits, dashes and underscores');
  if (!field.isMap(SPEC_KEYS)) return null;
  const spec = readCommon(field, name);
  if (spec.default === undefined) {
    field.fail('config must have a default value', 'default');
    return null;
  }
  const problem = inputProblem(spec, spec.default, 'default');
  if (problem) field.get('default').fail(problem, spec.type);
  return spec;
}

function readCommon(field: Field, name: string): InputSpec {
  const regex = field.get('regex').string() ?? null;
  if (regex !== null && !compileRegex(regex))
    field.get('regex').failValue('is not a valid regular expression', 're2 syntax');
  return {
    name,
    type: field.get('type').oneOf(INPUT_TYPES) ?? 'string',
    description: field.get('description').text() ?? null,
    default: readDefault(field.get('default')),
    options: readOptions(field.get('options')),
    regex,
  };
}

const readDefault = ({ node }: Field): InputValue | undefined => (node ? toPlain(node) : undefined);

function readOptions(field: Field): InputValue[] | null {
  const { node } = field;
  if (!node) return null;
  if (node.kind !== 'list') {
    field.failValue('should be an array', 'a list of values');
    return null;
  }
  if (node.items.length > MAX_OPTIONS)
    field.fail(`config is too long (maximum is ${MAX_OPTIONS} items)`, `at most ${MAX_OPTIONS} values`);
  return node.items.map(toPlain);
}

function readInputRules(field: Field): InputRule[] {
  if (field.node?.kind !== 'list') {
    field.fail('config should be an array of hashes', 'a list of rules');
    return [];
  }
  return field.items().flatMap((each) => {
    const item = each.named(`${field.path}:rule`);
    if (!item.isMap(['if', 'options', 'default'])) return [];
    if (!item.get('options').isPresent && !item.has('default'))
      item.fail('config should have options or a default', 'options or default');
    const text = item.get('if').text();
    const condition = text === undefined ? null : parseExpression(text, { withInputs: true });
    if (condition === undefined)
      item.get('if').fail('invalid expression syntax', "an expression such as $[[ inputs.name ]] == 'value'");
    return [
      { if: condition ?? null, options: readOptions(item.get('options')), default: readDefault(item.get('default')) },
    ];
  });
}

const compileRegex = (regex: string) =>
  compilePattern(looksLikePattern(regex) ? regex : `/${regex.replaceAll('/', String.raw`\/`)}/`);

/** Why an input cannot have the value; undefined where it can. */
export function inputProblem(
  spec: Pick<InputSpec, 'type' | 'options' | 'regex'>,
  value: InputValue | undefined,
  source: 'provided' | 'default',
): string | undefined {
  if (value === undefined) return 'required value has not been provided';
  const isOfType = spec.type === 'array' ? Array.isArray(value) : typeof value === spec.type;
  if (!isOfType) return `${source} value is not ${spec.type === 'array' ? 'an' : 'a'} ${spec.type}`;
  if (spec.options && !spec.options.some((option) => option === value))
    return `\`${inputText(value)}\` cannot be used because it is not in the list of allowed options`;
  if (spec.regex !== null && !compileRegex(spec.regex)?.test(inputText(value)))
    return `${source} value does not match required RegEx pattern`;
  return undefined;
}

export const inputText = (value: InputValue): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
