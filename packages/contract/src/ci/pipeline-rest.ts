import { z } from 'zod';
import { CI_STATUSES, PIPELINE_SOURCES } from './status.ts';

const time = z.iso.datetime();

export const restPipelineBasic = z.object({
  id: z.number(),
  iid: z.number(),
  project_id: z.number(),
  sha: z.string(),
  ref: z.string(),
  status: z.enum(CI_STATUSES),
  source: z.enum(PIPELINE_SOURCES),
  created_at: time,
  updated_at: time,
  web_url: z.string(),
  name: z.string().nullable().optional(),
});
export type RestPipelineBasic = z.output<typeof restPipelineBasic>;
