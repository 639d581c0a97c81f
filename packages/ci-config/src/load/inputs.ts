import { ConfigFailure, type Diagnostics } from '../diagnostics.ts';
import { Field } from '../config/field.ts';
import { inputProblem, type InputSpec, readInputSpec } from '../config/input-specs.ts';
import type { Inputs, InputValue } from '../config/model.ts';
import { readInputs } from '../config/triggers.ts';
import { evaluateExpression } from '../text/expression.ts';
import type { YamlNode } from '../yaml/tree.ts';

const MAX_INPUTS = 100;

/** The part of a header with the key `spec`; undefined where it is empty or wrong. */
export function readSpec(header: YamlNode, diagnostics: Diagnostics): Field | undefined {
  const field = new Field(header, header.at, 'header', diagnostics);
  if (!field.isMap(['spec'])) return undefined;
  const spec = field.get('spec');
  return spec.isPresent && spec.isMap(['inputs', 'component', 'description', 'include']) ? spec : undefined;
}

/** The inputs that a header declares itself. */
export function readInputSpecs(spec: Field | undefined): InputSpec[] {
  return spec ? readDeclaredInputs(spec.get('inputs')) : [];
}

/** A mapping of inputs to what they accept. */
export function readDeclaredInputs(inputs: Field): InputSpec[] {
  readInputs(inputs);
  if (inputs.entries().length > MAX_INPUTS) inputs.fail(`config has too many inputs (maximum is ${MAX_INPUTS})`);
  return inputs.entries().flatMap(({ key }) => readInputSpec(inputs.get(key), key) ?? []);
}

const COMPONENT_FIELDS = ['name', 'sha', 'version', 'reference'] as const;
export type ComponentField = (typeof COMPONENT_FIELDS)[number];

/** Which facts about itself a component uses: `spec: { component: [name, version] }`. */
export function readComponentFields(spec: Field | undefined): ComponentField[] {
  const field = spec?.get('component');
  const names = field?.strings() ?? [];
  const unknown = names.filter((name) => !COMPONENT_FIELDS.some((each) => each === name));
  if (unknown.length > 0)
    field?.fail(`config contains unknown values: ${unknown.join(', ')}`, COMPONENT_FIELDS.join(', '));
  return COMPONENT_FIELDS.filter((name) => names.includes(name));
}

/** The values of all declared inputs. Throws ConfigFailure with every problem in its message. */
export function applyInputs(specs: readonly InputSpec[], given: Inputs, header: YamlNode): Inputs {
  const unknown = Object.keys(given).filter((name) => !specs.some((spec) => spec.name === name));
  const resolver = new InputResolver(specs, given);
  const problems = [
    ...(unknown.length > 0 ? [`unknown input arguments: ${unknown.join(', ')}`] : []),
    ...specs.flatMap((spec) => resolver.problem(spec) ?? []),
  ];
  if (problems.length === 0) return Object.fromEntries(specs.map((spec) => [spec.name, resolver.value(spec) ?? null]));
  const expected = specs.map((spec) => `${spec.name} (${spec.type})`).join(', ');
  throw new ConfigFailure(header.at, problems.join(', '), 'spec:inputs', expected);
}

/** Values of inputs, whose rules may ask for each other. */
class InputResolver {
  readonly #specs: ReadonlyMap<string, InputSpec>;
  readonly #given: Inputs;
  /** Inputs whose rules are being evaluated. */
  readonly #open = new Set<string>();
  readonly #effective = new Map<string, EffectiveSpec>();

  constructor(specs: readonly InputSpec[], given: Inputs) {
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
    this.#given = given;
  }

  value(spec: InputSpec): InputValue | undefined {
    return Object.hasOwn(this.#given, spec.name) ? this.#given[spec.name] : this.#effectiveOf(spec).default;
  }

  problem(spec: InputSpec): string | undefined {
    const effective = this.#effectiveOf(spec);
    if (effective.isCircular) return `\`${spec.name}\` input: its rules depend on each other in a cycle`;
    const isGiven = Object.hasOwn(this.#given, spec.name);
    // No rule applies: the input is of no concern in this situation.
    if (!isGiven && effective.isUnused) return undefined;
    const problem = inputProblem(effective, this.value(spec), isGiven ? 'provided' : 'default');
    return problem && `\`${spec.name}\` input: ${problem}`;
  }

  /** With the options and the default of the rule that applies. */
  #effectiveOf(spec: InputSpec): EffectiveSpec {
    const known = this.#effective.get(spec.name);
    if (known || !spec.rules) return known ?? { ...spec, isUnused: false, isCircular: false };
    if (this.#open.has(spec.name)) return { ...spec, isUnused: true, isCircular: true };
    this.#open.add(spec.name);
    let isCircular = false;
    const inputOf = (name: string) => {
      const other = this.#specs.get(name);
      if (!other) return undefined;
      isCircular ||= this.#effectiveOf(other).isCircular;
      return scalarOf(this.value(other));
    };
    const rule = spec.rules.find((each) => each.if === null || evaluateExpression(each.if, () => undefined, inputOf));
    this.#open.delete(spec.name);
    const effective = {
      ...spec,
      options: rule?.options ?? null,
      // `default: null` asks for a value.
      default: rule?.default ?? undefined,
      isUnused: rule === undefined,
      isCircular,
    };
    this.#effective.set(spec.name, effective);
    return effective;
  }
}

type EffectiveSpec = InputSpec & { isUnused: boolean; isCircular: boolean };

const scalarOf = (value: InputValue | undefined) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
