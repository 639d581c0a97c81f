import { restApplicationSettings } from '@tributary/contract/accounts/rest.ts';
import { settingsInput } from '@tributary/contract/accounts/settings.ts';
import { defineRoute } from '../../faces/http/define-route.ts';
import { updateSettings } from '../operations/update-settings.ts';
import { getSettings } from '../settings.ts';

const tag = 'Instance';

const getRoute = defineRoute({
  method: 'GET',
  path: '/application/settings',
  ability: 'read_settings',
  summary: 'Settings of the instance',
  tag,
  response: restApplicationSettings,
  handle: async ({ ctx }) => ({ id: 1, ...(await getSettings(ctx)) }),
});

const updateRoute = defineRoute({
  method: 'PUT',
  path: '/application/settings',
  ability: 'administer',
  summary: 'Change settings of the instance',
  tag,
  input: settingsInput,
  response: restApplicationSettings,
  handle: async ({ ctx, input }) => ({ id: 1, ...(await updateSettings(ctx, input)) }),
});

export const restSettingsRoutes = [getRoute, updateRoute];
