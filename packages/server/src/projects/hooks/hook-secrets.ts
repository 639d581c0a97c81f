import type { Context } from '../../platform/context.ts';
import type { HookRow } from './hook-store.ts';

const TOKEN = 'hook-token';
const HEADERS = 'hook-headers';

export type CustomHeaders = Record<string, string>;

export function sealToken(ctx: Context, token: string): string {
  return ctx.secrets.encrypt(TOKEN, token);
}

export function sealHeaders(ctx: Context, headers: CustomHeaders): string {
  return ctx.secrets.encrypt(HEADERS, JSON.stringify(headers));
}

/** The secrets of a hook, for the request itself and nothing else. */
export function openSecrets(ctx: Context, hook: HookRow): { token: string | null; headers: CustomHeaders } {
  return {
    token: hook.token_sealed === null ? null : ctx.secrets.decrypt(TOKEN, hook.token_sealed),
    headers:
      hook.custom_headers_sealed === null
        ? {}
        : (JSON.parse(ctx.secrets.decrypt(HEADERS, hook.custom_headers_sealed)) as CustomHeaders),
  };
}
