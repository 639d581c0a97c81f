import type { Context } from '../../platform/context.ts';
import { columnsOf } from '../../projects/index.ts';
import { imageSizes } from '../store/uploads.ts';
import type { TextScope } from './reference-registry.ts';

/** Only ours: `src` comes first, and what a value may not hold is escaped. */
const PICTURE = /<img src="(?:[^"]*)\/-\/(project|group)\/(\d+)\/uploads\/([0-9a-f]{32})\/[^"]*"([^>]*)>/g;
const MOST_PICTURES = 500;

/** What is written of the size of an image, with what is missing to know its shape before it is there. */
function sized(picture: string, rest: string, { width, height }: { width: number; height: number }): string {
  if (/\sheight="/.test(rest)) return picture;
  const written = /\swidth="([^"]*)"/.exec(rest)?.[1];
  if (written === undefined) return picture.replace('<img ', `<img width="${width}" height="${height}" `);
  const shown = /^\d{1,5}$/.test(written) ? Number(written) : 0;
  if (shown === 0) return picture;
  return picture.replace('<img ', `<img height="${Math.max(1, Math.round((height * shown) / width))}" `);
}

/** Images among the files of the place have their room in the page before they come. */
export async function withImageDimensions(
  ctx: Context,
  { kind, id }: Pick<TextScope, 'kind' | 'id'>,
  htmls: readonly string[],
): Promise<readonly string[]> {
  const secrets = new Set<string>();
  for (const html of htmls) {
    for (const [, home, number, secret] of html.matchAll(PICTURE)) {
      const isOurs = home === kind && Number(number) === id;
      if (secret && isOurs && secrets.size < MOST_PICTURES) secrets.add(secret);
    }
  }
  if (secrets.size === 0) return htmls;
  const sizes = await imageSizes(ctx.db, columnsOf({ kind, id }), [...secrets]);
  return htmls.map((html) =>
    html.replaceAll(PICTURE, (picture, _home: string, _number: string, secret: string, rest: string) => {
      const size = sizes.get(secret);
      return size ? sized(picture, rest, size) : picture;
    }),
  );
}
