type Headers = Record<string, string | string[] | undefined>;

export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** May a body that is kept compressed be sent as it is? */
export function takesGzip(headers: Headers): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(headerOf(headers, 'accept-encoding') ?? '');
}
