import { z } from 'zod';

/** Users and passwords of Jira are not needed: it is not called. */
export const jiraIntegrationInput = z.strictObject({
  url: z.string().min(1).max(2_048),
  /** Such as `ABC,OPS`; empty for all projects. */
  project_keys: z.string().max(1_000).optional(),
});

export const restIntegration = z.strictObject({
  id: z.number(),
  title: z.literal('Jira'),
  slug: z.literal('jira'),
  active: z.literal(true),
  properties: z.strictObject({ url: z.string(), project_keys: z.string() }),
});
