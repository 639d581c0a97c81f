import { z } from 'zod';
import { boolInput, filledText } from '../core/inputs.ts';
import type { CommitForm, FileEditPageData } from '../projects/repository-page.ts';
import { MAX_CONFIG_LENGTH, type RestLintResult } from './lint.ts';
import type { PagePipeline } from './pipeline-page.ts';

/** A key of the configuration; `allowedIn` has paths such as `job:artifacts`, '' for the file. */
export type ConfigKeyword = {
  key: string;
  allowedIn: readonly string[];
  description: string;
  values: readonly string[];
};

/** A configuration to begin with. */
export type StarterFile = { name: string; description: string; text: string };

/** Kind `ci_editor`: `/-/ci/editor?branch_name=<branch>`. */
export type CiEditorPageData = {
  projectId: number;
  projectPath: string;
  /** Of the configuration in the repository. */
  path: string;
  branch: string;
  isEmptyRepository: boolean;
  /** Null where the branch has no configuration, or, with a notice, where it is not text. */
  content: string | null;
  notice: FileEditPageData['notice'];
  lastCommitId: string | null;
  form: CommitForm;
  /** The newest of the head of the branch. */
  pipeline: PagePipeline | null;
  keywords: readonly ConfigKeyword[];
  variables: readonly { name: string; description: string }[];
  /** Only where the branch has no configuration. */
  starters: readonly StarterFile[];
};

export const checkConfigInput = z.strictObject({
  content: z.string().max(MAX_CONFIG_LENGTH),
  branch: filledText.max(1_024),
  /** Plans a pipeline of a push to the branch, too. */
  dry_run: boolInput.default(false),
});

/** Line and column start at 1. `file` is null for the text itself, else the path of an included file. */
export type ConfigProblem = { message: string; file: string | null; line: number; column: number };

export type ConfigGraph = {
  stages: string[];
  /** `needs` is null where the job waits for the stages before its own. */
  jobs: { name: string; stage: string; needs: string[] | null; when: string | null }[];
};

export type CheckedConfig = {
  errors: ConfigProblem[];
  warnings: ConfigProblem[];
  mergedYaml: string | null;
  /** All jobs, whatever their rules; null where there are errors. */
  graph: ConfigGraph | null;
  /** Jobs of a pipeline of a push to the branch; empty without `dry_run`. */
  jobs: NonNullable<RestLintResult['jobs']>;
};
