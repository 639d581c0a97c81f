import type { Config } from '../config.ts';
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
