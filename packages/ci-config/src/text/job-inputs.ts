import { inputText } from '../config/input-specs.ts';
import type { Inputs } from '../config/model.ts';

const ACCESS = /\$\{\{\s{0,100}job\.inputs\.([\w-]{1,255})(?:\[(\d{1,4})\])?\s{0,100}\}\}/g;

/** Replaces `${{ job.inputs.NAME }}` in every text of a value. Other expressions are left to the runner. */
export function insertJobInputs<T>(value: T, inputs: Inputs): T {
  if (Object.keys(inputs).length === 0) return value;
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') return insert(each, inputs);
    if (Array.isArray(each)) return each.map(visit);
    if (each === null || typeof each !== 'object') return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, visit(inner)]));
  };
  return visit(value) as T;
}

function insert(text: string, inputs: Inputs): string {
  return text.replaceAll(ACCESS, (block: string, name: string, index?: string) => {
    if (!Object.hasOwn(inputs, name)) return block;
    const value = inputs[name] ?? null;
    if (index === undefined) return inputText(value);
    return Array.isArray(value) ? inputText(value[Number(index)] ?? null) : block;
  });
}
