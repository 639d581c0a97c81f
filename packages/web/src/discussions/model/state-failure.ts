/** When a thing could not be closed or reopened. */
export function stateFailure(doing: 'closing' | 'reopening', noun: string): string {
  return `Something went wrong while ${doing} the ${noun}. Please try again later.`;
}
