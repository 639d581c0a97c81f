import { z } from 'zod';
import { boolInput, filledText } from '../core/inputs.ts';

const MAX_REF = 1_024;
/** Longer files are refused with a message of their own. */
export const MAX_CONFIG_LENGTH = 2_000_000;

const shared = {
  dry_run: boolInput.default(false),
  include_jobs: boolInput.default(false),
  ref: filledText.max(MAX_REF).optional(),
};
export const lintContentInput = z.strictObject({ content: z.string().max(MAX_CONFIG_LENGTH), ...shared });
export const lintFileInput = z.strictObject({
  /** Commit, branch or tag whose file is read. */
  content_ref: filledText.max(MAX_REF).optional(),
  sha: filledText.max(MAX_REF).optional(),
  dry_run_ref: filledText.max(MAX_REF).optional(),
  ...shared,
});

const lintJob = z.strictObject({
  name: z.string(),
  stage: z.string(),
  before_script: z.array(z.string()),
  script: z.array(z.string()),
  after_script: z.array(z.string()),
  tag_list: z.array(z.string()),
  environment: z.string().nullable(),
  when: z.string(),
  allow_failure: z.boolean(),
  needs: z.array(z.strictObject({ name: z.string() })).nullable(),
});

export const restLintResult = z.strictObject({
  valid: z.boolean(),
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  merged_yaml: z.string().nullable(),
  includes: z.array(
    z.strictObject({
      type: z.string(),
      location: z.string(),
      blob: z.string().nullable(),
      raw: z.string().nullable(),
      extra: z.record(z.string(), z.string()),
      context_project: z.string(),
      context_sha: z.string(),
    }),
  ),
  jobs: z.array(lintJob).optional(),
});
export type RestLintResult = z.output<typeof restLintResult>;

export type CiLintPageData = {
  projectId: number;
  projectPath: string;
  /** The file on the default branch; null where there is none. */
  content: string | null;
  ref: string | null;
};
