/** The same act, but each one begins when those before have ended, however they ended: what was asked for last stays. */
export function serialize<Input extends unknown[], Output>(
  act: (...input: Input) => Promise<Output>,
): (...input: Input) => Promise<Output> {
  let before: Promise<unknown> = Promise.resolve();
  return (...input) => {
    const own = before.then(
      () => act(...input),
      () => act(...input),
    );
    before = own;
    return own;
  };
}
