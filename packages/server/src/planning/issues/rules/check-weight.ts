import { failFields } from '@tributary/contract/errors/app-error.ts';

const MOST = 1_000_000;

/** Why this is no weight, as a clause after its name; undefined for one that is. */
export function refusalOfWeight(weight: number): string | undefined {
  return Number.isSafeInteger(weight) && weight >= 0 && weight <= MOST
    ? undefined
    : `must be a whole number from 0 to ${MOST}`;
}

export function checkWeight(weight: number | null | undefined): void {
  const refusal = weight === null || weight === undefined ? undefined : refusalOfWeight(weight);
  if (refusal !== undefined) failFields({ weight: [refusal] });
}
