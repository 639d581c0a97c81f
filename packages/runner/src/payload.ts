/** The parts of a job that this runner uses, by the names of the runner protocol. */
export type JobVariable = { key: string; value: string; file: boolean; masked: boolean; raw: boolean };
export type JobStep = { name: string; script: string[]; timeout: number; when: 'on_success' | 'on_failure' | 'always' };
export type JobImage = {
  name: string;
  entrypoint?: string[] | null;
  pull_policy?: string[] | null;
  executor_opts?: { docker?: { user?: string | number | null; platform?: string | null } } | null;
};
export type JobService = JobImage & {
  alias?: string | null;
  command?: string[] | null;
  variables?: { key: string; value: string; raw?: boolean }[] | null;
};
export type JobCache = {
  key: string;
  paths: string[];
  untracked: boolean;
  policy: string;
  when: string;
  fallback_keys: string[];
};
export type JobArtifact = {
  name?: string;
  untracked?: boolean;
  paths: string[];
  exclude?: string[];
  when: string;
  expire_in: string | null;
  artifact_type: string;
  artifact_format: 'zip' | 'gzip' | 'raw';
};
export type Job = {
  id: number;
  token: string;
  job_info: { name: string; stage: string; project_id: number; project_full_path: string };
  git_info: { repo_url: string; ref: string; sha: string; refspecs: string[]; depth: number };
  runner_info: { timeout: number };
  variables: JobVariable[];
  steps: JobStep[];
  hooks?: { name: string; script: string[] }[] | null;
  image?: JobImage | null;
  services?: JobService[] | null;
  artifacts: JobArtifact[];
  cache: JobCache[];
  dependencies: { id: number; name: string; token: string; artifacts_file: { filename: string } }[];
};
