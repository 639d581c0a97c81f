import type { Context } from '../platform/context.ts';
import type { HookRow } from './store/hook-store.ts';
import type { UrlVariables } from './rules/url-variables.ts';

const TOKEN = 'hook-token';
const HEADERS = 'hook-headers';
const URL_VARIABLES = 'hook-url-variables';

export type CustomHeaders = Record<string, string>;

export function sealToken(ctx: Context, token: string): string {
  return ctx.secrets.encrypt(TOKEN, token);
}

export function sealHeaders(ctx: Context, headers: CustomHeaders): string {
  return ctx.secrets.encrypt(HEADERS, JSON.stringify(headers));
}

export function sealUrlVariables(ctx: Context, variables: UrlVariables): string {
  return ctx.secrets.encrypt(URL_VARIABLES, JSON.stringify(variables));
}

/** The secrets of a hook, for the request itself and nothing else. */
export function openSecrets(
  ctx: Context,
  hook: HookRow,
): { token: string | null; headers: CustomHeaders; urlVariables: UrlVariables } {
  return {
    token: hook.token_sealed === null ? null : ctx.secrets.decrypt(TOKEN, hook.token_sealed),
    headers:
      hook.custom_headers_sealed === null
        ? {}
        : (JSON.parse(ctx.secrets.decrypt(HEADERS, hook.custom_headers_sealed)) as CustomHeaders),
    urlVariables:
      hook.url_variables_sealed === null
        ? {}
        : (JSON.parse(ctx.secrets.decrypt(URL_VARIABLES, hook.url_variables_sealed)) as UrlVariables),
  };
}
