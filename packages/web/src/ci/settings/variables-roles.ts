import type { VariablesRole } from '@tributary/contract/ci/ci-settings.ts';
import { numberProblem } from '../../lib/number-problem.ts';

/** The lowest role that can pass variables to a pipeline. */
export const VARIABLES_ROLE_OPTIONS: readonly { value: VariablesRole; label: string }[] = [
  { value: 'developer', label: 'Developer' },
  { value: 'maintainer', label: 'Maintainer' },
  { value: 'owner', label: 'Owner' },
  { value: 'no_one_allowed', label: 'No one allowed' },
];

/** MiB as a field has them: empty where the inherited limit holds. */
export const sizeText = (size: number | null): string => (size === null ? '' : String(size));
export const sizeOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const sizeProblem = (text: string, most: number): string | undefined =>
  numberProblem(text, 1, most, { canBeBlank: true });
