import { z } from 'zod';
import { changelogInput, commitChangelogInput } from '@tributary/contract/projects/repository-inputs.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { commitChangelog } from '../operations/commit-changelog.ts';
import { buildChangelog } from '../reads/changelog.ts';

const path = '/projects/:id/repository/changelog';
const tag = 'Repository';

const show = defineRoute({
  method: 'GET',
  path,
  ability: 'read_code',
  summary: 'Generate a changelog from commit trailers',
  tag,
  input: changelogInput,
  response: z.object({ notes: z.string() }),
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, input: { version, from, to, date, trailer } }) => ({
    notes: await buildChangelog(ctx, subject, { version, from, to, date, trailer }),
  }),
});

const create = defineRoute({
  method: 'POST',
  path,
  ability: 'push_code',
  summary: 'Add a version to a changelog file',
  tag,
  input: commitChangelogInput,
  response: z.object({}),
  subject: inRepository,
  status: 200,
  rateLimitPerMinute: 30,
  handle: async ({ ctx, subject, input: { version, from, to, date, trailer, branch, file, message } }) => {
    await commitChangelog(ctx, subject, { version, from, to, date, trailer, branch, file, message });
    return {};
  },
});

export const changelogRoutes: readonly Route[] = [show, create];
