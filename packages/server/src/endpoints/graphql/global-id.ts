import { AppError } from '@tributary/contract/errors/app-error.ts';

/** `gid://gitlab/<Model>/<id>`: the prefix is what existing clients build and take apart. */
export function toGlobalId(model: string, id: number | string): string {
  return `gid://gitlab/${model}/${id}`;
}

/** Numbers and hashes, and a commit by the number of its project and its own hash. */
export const GLOBAL_ID = /^gid:\/\/gitlab\/([A-Za-z:]+)\/((?:\d{1,15}-)?[0-9a-f]{1,40})$/;

/** The id inside a global id of one of these models; throws bad_parameter for anything else. */
export function parseGlobalId(text: string, ...models: string[]): string {
  const match = GLOBAL_ID.exec(text);
  if (!match?.[1] || !match[2] || !models.includes(match[1])) throw new AppError('bad_parameter', { name: 'id' });
  return match[2];
}

export function parseNumericId(text: string, ...models: string[]): number {
  const id = parseGlobalId(text, ...models);
  if (!/^\d{1,15}$/.test(id)) throw new AppError('bad_parameter', { name: 'id' });
  return Number(id);
}
