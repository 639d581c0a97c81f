import type { FieldErrors } from '@tributary/contract/errors/app-error.ts';

export const MAX_VALUE = 10_000;
export const MAX_VARIABLES = { project: 8_000, group: 30_000, instance: 25 } as const;

/** What can be found again in a log, and is not too short to hide: one line without blanks. */
const MASKABLE = /^[A-Za-z0-9_+=/@:.~-]{8,}$/;
const MASKABLE_RAW = /^\S{8,}$/;
const SCOPE = /^[A-Za-z0-9_/\\${}. *-]+$/;

export type VariableFacts = {
  value: string;
  isMasked: boolean;
  isRaw: boolean;
  environmentScope: string;
};

/** Why a variable cannot be stored as it is asked for, by field. */
export function variableProblems({ value, isMasked, isRaw, environmentScope }: VariableFacts): FieldErrors {
  const fields: FieldErrors = {};
  if (value.length > MAX_VALUE) {
    fields['value'] = [`The value of the provided variable exceeds the ${MAX_VALUE} character limit`];
  } else if (isMasked && !(isRaw ? MASKABLE_RAW : MASKABLE).test(value)) {
    fields['value'] = [
      isRaw
        ? 'is invalid: a masked value has at least 8 characters, on one line and without spaces'
        : 'is invalid: a masked value has at least 8 characters, which are letters, digits or _+=/@:.~-, unless it is raw',
    ];
  }
  if (!SCOPE.test(environmentScope)) {
    fields['environment_scope'] = [
      "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*', and spaces",
    ];
  }
  return fields;
}
