const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,254})$/;
// Visible characters with spaces and tabs between: a line break would start another header.
const VALUE = /^[\t\u0020-\u007e\u00a0-\u00ff]*$/;
const MAX_VALUE_LENGTH = 2_048;

/** Set by the product itself, or by the protocol. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

export function headerNameProblem(name: string): string | null {
  if (!NAME.test(name)) return `the name "${name.slice(0, 60)}" can contain only letters, digits, "-" and "_"`;
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || lower.startsWith('x-gitlab-') ? `the name "${name}" is set by this server` : null;
}

/** What is wrong with a value that is sent as a header; null when it can be. */
export function headerValueProblem(value: string): string | null {
  if (value.length > MAX_VALUE_LENGTH) return `is too long (maximum is ${MAX_VALUE_LENGTH} characters)`;
  return VALUE.test(value) ? null : 'contains characters that are not allowed in a header';
}
