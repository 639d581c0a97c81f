import { readPreferences } from '@tributary/contract/accounts/preferences.ts';
import {
  restCurrentUser,
  restMetadata,
  restUserAssociations,
  restUserCounts,
  restUserPreferences,
} from '@tributary/contract/accounts/rest.ts';
import { ignored } from '@tributary/contract/core/ignored.ts';
import { boolInput, idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { updatePreferences } from '../operations/update-profile.ts';
import { identitiesOf } from '../reads/identities.ts';
import { getOwnDetails } from '../reads/user-details.ts';
import { toRestCurrentUser, toRestUserWithAdmin } from '../render/to-rest-user.ts';
import { selfActor } from '../self.ts';
import { countAssociations } from '../user-associations.ts';
import { countForUser } from '../user-counts.ts';
import { API_VERSION } from '../rules/api-version.ts';
import { revisionOf } from '../rules/revision.ts';

const tag = 'Users';

function metadata(ctx: Context) {
  return {
    version: API_VERSION,
    revision: revisionOf(ctx.config.version),
    kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
    enterprise: false,
  };
}

const metadataRoutes = (['/version', '/metadata'] as const).map((path) =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'use_account',
    summary: 'Get the API and product version',
    tag: 'Instance',
    response: restMetadata,
    handle: async ({ ctx }) => metadata(ctx),
  }),
);

const userRoute = defineRoute({
  method: 'GET',
  path: '/user',
  ability: 'use_account',
  summary: 'Get the current user',
  tag,
  response: restCurrentUser.loose(),
  handle: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    const identities = (await identitiesOf(ctx, [user.view.id])).get(user.view.id);
    return user.isAdmin ? toRestUserWithAdmin(user, ctx, identities) : toRestCurrentUser(user, ctx, identities);
  },
});

const countsRoute = defineRoute({
  method: 'GET',
  path: '/user_counts',
  ability: 'use_account',
  summary: 'Get the number of open items for the current user',
  tag,
  response: restUserCounts,
  handle: async ({ ctx }) => countForUser(ctx, selfActor(ctx).id),
});

function toRestPreferences(userId: number, stored: Record<string, unknown>) {
  const preferences = readPreferences(stored);
  return {
    id: userId,
    user_id: userId,
    view_diffs_file_by_file: preferences.view_diffs_file_by_file,
    show_whitespace_in_diffs: preferences.show_whitespace_in_diffs,
    pass_user_identities_to_ci_jwt: false,
  };
}

const preferencesRoute = defineRoute({
  method: 'GET',
  path: '/user/preferences',
  ability: 'use_account',
  summary: 'Get your preferences',
  tag,
  response: restUserPreferences,
  handle: async ({ ctx }) => {
    const user = await getOwnDetails(ctx);
    return toRestPreferences(user.view.id, user.preferences);
  },
});

const changePreferencesRoute = defineRoute({
  method: 'PUT',
  path: '/user/preferences',
  ability: 'change_account',
  summary: 'Update your preferences',
  tag,
  input: z.strictObject({
    view_diffs_file_by_file: boolInput.optional(),
    show_whitespace_in_diffs: boolInput.optional(),
    ...ignored('pass_user_identities_to_ci_jwt'),
  }),
  response: restUserPreferences,
  handle: async ({ ctx, input }) => toRestPreferences(selfActor(ctx).id, await updatePreferences(ctx, input)),
});

export const restCurrentUserRoutes = [
  ...metadataRoutes,
  userRoute,
  countsRoute,
  preferencesRoute,
  changePreferencesRoute,
  defineRoute({
    method: 'GET',
    path: '/users/:id/associations_count',
    ability: 'use_account',
    summary: 'Count the groups, projects, issues and merge requests of a user (the user and administrators only)',
    tag,
    params: z.strictObject({ id: idInput }),
    response: restUserAssociations,
    handle: ({ ctx, params: { id } }) => countAssociations(ctx, id),
  }),
];
