const drawn = Promise.withResolvers<void>();

/** Once the first changed file can be read. Whoever waits for it waits for other things as well: it may never come. */
export const firstLines: Promise<void> = drawn.promise;

/** The first file is being drawn. */
export function tellFirstLines(): void {
  requestAnimationFrame(() => drawn.resolve());
}
