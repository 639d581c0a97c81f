import { afterPaint } from '../../lib/after-paint.ts';

const drawn = Promise.withResolvers<void>();

/** Once the first changed file can be read in the list of files, or could not be loaded; never where no list is shown. */
export const firstLines: Promise<void> = drawn.promise;

/** The first file is drawn. */
export function resolveFirstLines(): void {
  void afterPaint().then(drawn.resolve);
}
