import type { VisibilityChoice } from '@tributary/contract/projects/page.ts';

/** The wanted visibility where it can be taken, else the most open one that can. */
export function visibilityWithin(choices: readonly VisibilityChoice[], wanted: string): string {
  const open = choices.filter((choice) => choice.refusal === null);
  return open.find((choice) => choice.value === wanted)?.value ?? open.at(-1)?.value ?? wanted;
}
