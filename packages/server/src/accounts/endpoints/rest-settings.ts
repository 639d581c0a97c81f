import { restApplicationSettings, restInstanceStatistics } from '@tributary/contract/accounts/rest.ts';
import { settingsInput } from '@tributary/contract/accounts/settings.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { instanceStatistics } from '../instance-statistics.ts';
import { updateSettings } from '../operations/update-settings.ts';
import { getSettings } from '../settings.ts';

const tag = 'Instance';

function toRest(settings: Awaited<ReturnType<typeof getSettings>>) {
  return { id: 1, ...settings, polling_interval_multiplier: decimal(settings.polling_interval_multiplier) };
}

/** With at least one place after the point. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

const getRoute = defineRoute({
  method: 'GET',
  path: '/application/settings',
  ability: 'read_settings',
  summary: 'Get the instance settings',
  tag,
  response: restApplicationSettings,
  handle: async ({ ctx }) => toRest(await getSettings(ctx)),
});

const updateRoute = defineRoute({
  method: 'PUT',
  path: '/application/settings',
  ability: 'administer',
  summary: 'Update the instance settings',
  tag,
  input: settingsInput,
  response: restApplicationSettings,
  handle: async ({ ctx, input }) => toRest(await updateSettings(ctx, input)),
});

const statisticsRoute = defineRoute({
  method: 'GET',
  path: '/application/statistics',
  ability: 'read_settings',
  summary: 'Get the number of users, projects, issues and other items',
  tag,
  rateLimitPerMinute: 60,
  response: restInstanceStatistics,
  handle: async ({ ctx }) => {
    const counts = await instanceStatistics(ctx);
    const text = (name: keyof typeof counts) => String(counts[name]);
    return {
      forks: text('forks'),
      issues: text('issues'),
      merge_requests: text('merge_requests'),
      notes: text('notes'),
      snippets: '0',
      ssh_keys: text('ssh_keys'),
      milestones: text('milestones'),
      users: text('users'),
      projects: text('projects'),
      groups: text('groups'),
      active_users: text('active_users'),
    };
  },
});

export const restSettingsRoutes = [getRoute, updateRoute, statisticsRoute];
