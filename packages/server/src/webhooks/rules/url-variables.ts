const NAME = /^[A-Za-z]+[0-9]*(?:[._-][A-Za-z0-9]+)*$/;
// Visible characters without spaces: nothing that an address would hold in another form.
const VALUE = /^[\u0021-\u007e]{1,2048}$/;
/** Scheme and authority of an address that no parser reads otherwise. */
const ORIGIN = /^https?:\/\/[^\s/?#\\{}]+(?=[/?#]|$)/i;

export type UrlVariables = Record<string, string>;

export function urlVariableProblem(name: string, value: string | undefined): string | null {
  if (!NAME.test(name)) return `the name "${name.slice(0, 60)}" can contain only letters, digits, ".", "-" and "_"`;
  return value === undefined || VALUE.test(value)
    ? null
    : `the value of "${name}" contains characters that are not allowed in a URL`;
}

/** The secrets of a webhook are for one server, so a variable cannot name it. */
export function maskedUrlProblem(url: string): string | null {
  return /[{}]/.test(url) && !ORIGIN.test(url) ? 'is blocked: variables are allowed only after the host' : null;
}

/** The address with `{name}` replaced, after the host. */
export function fillUrl(url: string, variables: UrlVariables): string {
  const origin = ORIGIN.exec(url)?.[0];
  if (origin === undefined) return url;
  return (
    origin + url.slice(origin.length).replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables[name] ?? whole)
  );
}
