import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_DAYS } from '@tributary/contract/accounts/limits.ts';
import { isTokenScope } from '@tributary/contract/accounts/token-scopes.ts';
import type { FieldErrors } from '@tributary/contract/errors/app-error.ts';

const DAY_MS = 86_400_000;

function dayAfter(today: string, days: number): string {
  return new Date(new Date(`${today}T00:00:00Z`).getTime() + days * DAY_MS).toISOString().slice(0, 10);
}

export function defaultExpiry(today: string): string {
  return dayAfter(today, DEFAULT_TOKEN_DAYS);
}

/** Of a token that replaces another, where nothing is said: a week, as clients know it. */
export function defaultRotatedExpiry(today: string): string {
  return dayAfter(today, 7);
}

export function latestExpiry(today: string): string {
  return dayAfter(today, MAX_TOKEN_DAYS);
}

/** Days as `YYYY-MM-DD`, which sort as text. A token that expires today is accepted, as clients send it, and expired. */
export function expiryProblem(expiresAt: string, today: string): string | null {
  if (expiresAt < today) return 'must be today or later';
  if (expiresAt > latestExpiry(today)) return `must be within ${MAX_TOKEN_DAYS} days`;
  return null;
}

/** Messages by field for a new token. */
export function tokenProblems(
  input: { name: string; scopes: readonly string[]; expiresAt: string },
  today: string,
): FieldErrors {
  const problems: FieldErrors = {};
  if (input.name.trim() === '') problems['name'] = ["can't be blank"];
  else if (input.name.length > 255) problems['name'] = ['is too long (maximum is 255 characters)'];
  if (input.scopes.length === 0) problems['scopes'] = ["can't be blank"];
  else if (!input.scopes.every((scope) => isTokenScope(scope))) {
    problems['scopes'] = ['can only contain available scopes'];
  }
  const expiry = expiryProblem(input.expiresAt, today);
  if (expiry !== null) problems['expires_at'] = [expiry];
  return problems;
}
