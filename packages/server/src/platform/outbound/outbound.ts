import type { Config } from '../config.ts';
import { isAddressLiteral, isPublicAddress, plainHost, urlProblem } from './allowed-address.ts';
import {
  createOutboundClient,
  type OutboundClient,
  type OutboundRequest,
  type OutboundResponse,
} from './outbound-client.ts';

const clients = new WeakMap<Config, OutboundClient>();

/** Calls an address that a person gave, guarded; see createOutboundClient. Throws outbound_refused and outbound_failed. */
export function callOutside(ctx: { config: Config }, request: OutboundRequest): Promise<OutboundResponse> {
  const known = clients.get(ctx.config);
  const client = known ?? createOutboundClient({ allowList: ctx.config.outboundAllowList });
  if (!known) clients.set(ctx.config, client);
  return client.request(request);
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
  return isInternal ? 'it leads to an internal address' : null;
}
