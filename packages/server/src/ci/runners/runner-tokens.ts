import { randomToken } from '../../platform/secrets.ts';

/** Prefixes as other products have them, so that scanners for secrets recognize the tokens. */
const PREFIXES = { authenticated_user: 'glrt-', registration_token: 'glrtr-' } as const;
const REGISTRATION_PREFIX = 'GR1348941';
const SHORT_LENGTH = 9;

export type RunnerRegistration = keyof typeof PREFIXES;

/** A new authentication token and the part of it that may be shown. */
export function generateRunnerToken(registration: RunnerRegistration): { token: string; shortToken: string } {
  const body = randomToken();
  return { token: `${PREFIXES[registration]}${body}`, shortToken: body.slice(0, SHORT_LENGTH) };
}

export function generateRegistrationToken(): string {
  return `${REGISTRATION_PREFIX}${randomToken()}`;
}
