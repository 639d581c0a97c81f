import { z } from 'zod';
import { boolInput, filledText, pagingInput } from '../core/inputs.ts';

export const artifactsByRefInput = z.strictObject({
  job: filledText.max(255),
  search_recent_successful_pipelines: boolInput.optional(),
});

export const listArtifactTreeInput = z.strictObject({
  ...pagingInput,
  path: z.string().max(4_096).optional(),
  recursive: boolInput.default(false),
});

export const restArtifactEntry = z.strictObject({
  name: z.string(),
  path: z.string(),
  type: z.enum(['file', 'directory']),
  size: z.number().optional(),
});
export type RestArtifactEntry = z.output<typeof restArtifactEntry>;
