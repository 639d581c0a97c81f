import type { ShellData } from '@tributary/contract/page/page-data.ts';
import type { Context } from '../platform/context.ts';
import type { Authenticate } from '../faces/http/credentials.ts';
import type { SliceFaces } from '../faces/slice.ts';
import { ANONYMOUS } from '../platform/actor.ts';

/** Every slice, in the order of the ladder. The only list that names them all. */
export const slices: readonly SliceFaces[] = [];

export const authenticate: Authenticate = async () => ANONYMOUS;

export async function viewerShell(ctx: Context): Promise<Omit<ShellData, 'context' | 'breadcrumbs'>> {
  return {
    viewer: null,
    csrfToken: null,
    instance: { name: 'Tributary', version: ctx.config.version, signUpEnabled: true },
  };
}
