import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { RouteScope } from './define-page.ts';
import { splitAddress } from './match-address.ts';

const MAX_PARTS = 20;

/**
 * What `go get` asks of every address that a module may have: which repository it is in. Of addresses where nothing may be
 * seen it is the project of the first two parts, whether there is one or not; git then asks who it is.
 */
export async function goImportPage(
  ctx: Context,
  url: URL,
  { places, instanceRoots, publicUrl }: GoImportOptions,
): Promise<string | undefined> {
  const address = splitAddress(url.pathname, instanceRoots);
  if (address.place !== 'namespace' && address.place !== 'project') return undefined;
  const parts = address.fullPath.split('/').map((part) => part.replace(/\.git$/, ''));
  if (parts.length < 2 || parts.length > MAX_PARTS || !parts.every((part) => /^[\w.-]+$/.test(part))) {
    return undefined;
  }
  const path = (await visiblePath(ctx, parts, places)) ?? parts.slice(0, 2).join('/');
  const home = `${publicUrl}/${path}`;
  const root = home.replace(/^https?:\/\//, '');
  return `<!doctype html><html><head><meta name="go-import" content="${root} git ${home}.git"></head><body>go get ${root}</body></html>`;
}

export type GoImportOptions = { places: readonly RouteScope[]; instanceRoots: ReadonlySet<string>; publicUrl: string };

async function visiblePath(
  ctx: Context,
  parts: readonly string[],
  places: readonly RouteScope[],
): Promise<string | undefined> {
  const project = places.find(({ name }) => name === 'project');
  // Of two parts it is clear; what is deeper may be a folder of the repository or a project of a subgroup.
  for (let length = 2; parts.length > 2 && length <= parts.length; length += 1) {
    const path = parts.slice(0, length).join('/');
    try {
      if (await project?.load(ctx, path)) return path;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return undefined;
}
