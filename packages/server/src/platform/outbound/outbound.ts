import type { Config } from '../config.ts';
import { isAddressLiteral, isPublicAddress, plainHost, urlProblem } from './allowed-address.ts';
import type { OutboundClient, OutboundRequest, OutboundResponse } from './outbound-client.ts';

const clients = new WeakMap<Config, Promise<OutboundClient>>();

/** Its HTTP client is big, and most processes never call anyone: it is read at the first call. */
async function openClient(config: Config): Promise<OutboundClient> {
  const { createOutboundClient } = await import('./outbound-client.ts');
  return createOutboundClient({ allowList: config.outboundAllowList });
}

/** Calls an address that a user gave, guarded; see createOutboundClient. Throws outbound_refused and outbound_failed. */
export async function callOutside(ctx: { config: Config }, request: OutboundRequest): Promise<OutboundResponse> {
  const client = clients.get(ctx.config) ?? openClient(ctx.config);
  clients.set(ctx.config, client);
  return (await client).request(request);
}

/**
 * What can be said against an address without looking its name up, as the end of a sentence; null when nothing can. What
 * it leads to is checked at every call.
 */
export function outboundUrlProblem(ctx: { config: Config }, text: string): string | null {
  const problem = urlProblem(text);
  if (problem) return problem;
  const host = plainHost(new URL(text).hostname);
  if (ctx.config.outboundAllowList.some((allowed) => plainHost(allowed) === host)) return null;
  const isInternal =
    host === 'localhost' || host.endsWith('.localhost') || (isAddressLiteral(host) && !isPublicAddress(host));
  return isInternal ? 'it points to an internal address' : null;
}
