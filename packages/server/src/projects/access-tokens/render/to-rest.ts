import type { RestResourceAccessToken } from '@tributary/contract/accounts/rest.ts';
import { toRestToken } from '../../../accounts/index.ts';
import type { AccessTokenView } from '../reads/list-access-tokens.ts';

export function toRestAccessToken(token: AccessTokenView): RestResourceAccessToken {
  return {
    ...toRestToken(token),
    access_level: token.level,
    resource_type: token.place.kind,
    resource_id: token.place.id,
  };
}
