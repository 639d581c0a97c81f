import { rootNameProblem } from '@tributary/contract/accounts/reserved-names.ts';

/** What a browser can tell about the fields of a user before the server is asked; null where all is well. */
export function validateUserFields(values: { name: string; email: string }): Record<'name' | 'email', string | null> {
  const email = values.email.trim();
  return {
    name: values.name.trim() === '' ? 'Enter a name.' : null,
    email:
      email === ''
        ? 'Enter an email address.'
        : /^[^\s@]+@[^\s@]+$/.test(email)
          ? null
          : 'Enter a valid email address.',
  };
}

/** Only the fields with a message, as forms want them. */
export function withoutEmpty<K extends string>(problems: Record<K, string | null>): Partial<Record<K, string>> {
  const found: Partial<Record<K, string>> = {};
  for (const name in problems) {
    const problem = problems[name];
    if (problem !== null) found[name] = problem;
  }
  return found;
}

/** A sentence about a username; whether it is taken only the server knows. */
export function usernameProblem(username: string): string | null {
  if (username === '') return 'Choose a username.';
  const problem = rootNameProblem(username);
  return problem === null ? null : `Username ${problem.replace(/\.$/, '')}.`;
}
