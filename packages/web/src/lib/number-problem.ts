/** What is wrong with a whole number that was typed, and what to enter; undefined where it lies between these. */
export function numberProblem(
  text: string,
  least: number,
  most: number,
  { canBeBlank = false } = {},
): string | undefined {
  const typed = text.trim();
  const isFine = typed === '' ? canBeBlank : /^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  return isFine ? undefined : `Enter a number from ${least} to ${most}${canBeBlank ? ', or leave blank' : ''}.`;
}

/** The problems that there are, by field. */
export function problemsOf<Name extends string>(
  found: Readonly<Partial<Record<Name, string | undefined>>>,
): Partial<Record<Name, string>> {
  const entries = Object.entries(found).filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
