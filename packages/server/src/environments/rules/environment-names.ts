import type { Tier } from '@tributary/contract/environments/status.ts';

const WORDS: readonly [Tier, RegExp][] = [
  ['development', /dev|review|trunk/i],
  ['testing', /test|tst|int|accept|qa|qc|control|quality/i],
  ['staging', /stag|stg|model|pre|demo|non/i],
  ['production', /prod|prd|live/i],
];

/** What an environment is probably for, by the words in its name. */
export function tierOfName(name: string): Tier {
  return WORDS.find(([, word]) => word.test(name))?.[0] ?? 'other';
}

const NAME = /^[\w\-/${}. ]+$/;

export function isEnvironmentName(name: string): boolean {
  return NAME.test(name) && !name.startsWith('/') && !name.endsWith('/');
}

export const isEnvironmentSlug = (slug: string): boolean => /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(slug);

const MAX_URL = 255;

/** The address where it can be opened; undefined when it is none of http or https. */
export function webAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_URL || !URL.canParse(trimmed)) return undefined;
  const { protocol, username, password } = new URL(trimmed);
  return /^https?:$/.test(protocol) && username === '' && password === '' ? trimmed : undefined;
}
