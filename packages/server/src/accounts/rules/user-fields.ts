import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';
import type { FieldErrors } from '@tributary/contract/errors/app-error.ts';

const MAX_NAME_LENGTH = 255;
const MAX_EMAIL_LENGTH = 254;

/** Characters that break lines, hide text or turn its direction; a name in a list must stay one readable piece. */
// oxlint-disable-next-line no-control-regex
const UNSAFE_IN_NAMES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

export function nameProblem(name: string): string | null {
  if (name.trim() === '') return "can't be blank";
  if (name.length > MAX_NAME_LENGTH) return `is too long (maximum is ${MAX_NAME_LENGTH} characters)`;
  return UNSAFE_IN_NAMES.test(name) ? 'contains characters that cannot be shown' : null;
}

export function emailProblem(email: string): string | null {
  if (email === '') return "can't be blank";
  if (email.length > MAX_EMAIL_LENGTH || !/^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\]]+$/.test(email))
    return 'is invalid';
  return UNSAFE_IN_NAMES.test(email) ? 'is invalid' : null;
}

/** An http or https address, or empty. */
export function websiteProblem(url: string): string | null {
  if (url === '') return null;
  if (url.length > 1_024) return 'is too long (maximum is 1024 characters)';
  if (!URL.canParse(url) || !/^https?:\/\//i.test(url)) return 'is not a valid URL';
  return null;
}

export const PROFILE_LIMITS = {
  bio: 255,
  location: 255,
  job_title: 255,
  organization: 255,
  pronouns: 50,
  public_email: 254,
} as const;

/** Messages by field for everything in a change of a user that can be judged without the database. */
export function userFieldProblems(input: {
  username?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
  website_url?: string | undefined;
  bio?: string | undefined;
  location?: string | undefined;
  job_title?: string | undefined;
  organization?: string | undefined;
  pronouns?: string | undefined;
  public_email?: string | undefined;
}): FieldErrors {
  const problems: FieldErrors = {};
  const note = (field: string, problem: string | null) => {
    if (problem !== null) problems[field] = [problem];
  };
  if (input.username !== undefined) note('username', rootNameProblem(input.username));
  if (input.name !== undefined) note('name', nameProblem(input.name));
  if (input.email !== undefined) note('email', emailProblem(input.email));
  if (input.website_url !== undefined) note('website_url', websiteProblem(input.website_url));
  if (input.public_email) note('public_email', emailProblem(input.public_email));
  for (const [field, limit] of Object.entries(PROFILE_LIMITS)) {
    const value = input[field as keyof typeof PROFILE_LIMITS];
    if (value !== undefined && value.length > limit) note(field, `is too long (maximum is ${limit} characters)`);
  }
  return problems;
}

/** Throws nothing: joins two sets of messages. */
export function joinProblems(...all: FieldErrors[]): FieldErrors {
  const joined: FieldErrors = {};
  for (const problems of all) {
    for (const [field, messages] of Object.entries(problems)) joined[field] = [...(joined[field] ?? []), ...messages];
  }
  return joined;
}
