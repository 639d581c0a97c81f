/** The form that runs a pipeline on a branch or tag. */
export type RunPipelinePageData = {
  projectId: number;
  projectPath: string;
  refsPath: string;
  ref: string;
  /** Null where the ref has no configuration. */
  form: RunForm | null;
  /** Whether the role of the actor is enough to pass variables. */
  canSetVariables: boolean;
  /** Why the actor cannot run pipelines on the ref. */
  refusal: string | null;
};

export type RunFormVariable = { key: string; value: string; description: string; options: string[] | null };
export type RunFormInput = {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'array';
  description: string | null;
  isRequired: boolean;
  /** As text; a list as JSON. */
  value: string;
  options: string[] | null;
};

export type RunForm = {
  /** Variables that the configuration describes. */
  variables: RunFormVariable[];
  inputs: RunFormInput[];
  /** Mistakes in the configuration: it runs no pipeline. */
  errors: string[];
};
