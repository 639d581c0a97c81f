import { inputProblem, type Inputs, type InputSpec } from '@tributary/ci-config';
import { failFields } from '@tributary/contract/errors/app-error.ts';

/** In the options of a job, which a retry copies. */
type WithInputs = { inputs?: readonly InputSpec[]; inputValues?: Inputs };

/** The inputs that a job declares, each with its value: the one that was chosen, else its default. */
export function jobInputs({ options }: { options: Record<string, unknown> }): { spec: InputSpec; value: unknown }[] {
  const { inputs = [], inputValues = {} } = options as WithInputs;
  return inputs.map((spec) => ({
    spec,
    value: Object.hasOwn(inputValues, spec.name) ? inputValues[spec.name] : spec.default,
  }));
}

export const jobInputValues = (job: { options: Record<string, unknown> }): Inputs =>
  Object.fromEntries(jobInputs(job).map(({ spec, value }) => [spec.name, value])) as Inputs;

/** The options of a job that is started by hand with these values. Those that are left out stay as they are. */
export function withJobInputs(options: Record<string, unknown>, given: Inputs): Record<string, unknown> {
  const { inputs = [], inputValues = {} } = options as WithInputs;
  const unknown = Object.keys(given).filter((name) => !inputs.some((spec) => spec.name === name));
  const problems = [
    ...(unknown.length > 0 ? [`unknown input arguments: ${unknown.join(', ')}`] : []),
    ...inputs.flatMap((spec) => {
      const problem = Object.hasOwn(given, spec.name) && inputProblem(spec, given[spec.name], 'provided');
      return problem ? [`\`${spec.name}\` input: ${problem}`] : [];
    }),
  ];
  if (problems.length > 0) failFields({ base: problems });
  return { ...options, inputValues: { ...inputValues, ...given } };
}
