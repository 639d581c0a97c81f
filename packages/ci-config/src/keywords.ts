import { REPORT_KINDS } from './config/artifacts.ts';
import { DEFAULT_KEYS, JOB_KEYS, TRIGGER_JOB_KEYS } from './config/jobs.ts';
import { ROOT_KEYS } from './config/resolve-config.ts';
import { RULE_KEYS } from './config/rules.ts';

/** A key of the configuration, for completion in an editor. */
export interface Keyword {
  readonly key: string;
  /** Paths of the mappings that may have it: '' is the file, `job` any job, and others as `job:artifacts`. */
  readonly allowedIn: readonly string[];
  readonly description: string;
  /** Values to choose from; empty for free values. */
  readonly values: readonly string[];
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  after_script: 'Commands after the job, also when it fails',
  allow_failure: 'Let the pipeline go on when the job fails',
  artifacts: 'Files that are stored when the job ends',
  before_script: 'Commands before those of the job',
  cache: 'Files that later pipelines reuse',
  coverage: 'Pattern that finds the coverage in the log',
  default: 'Settings for all jobs',
  dependencies: 'Jobs whose artifacts are downloaded',
  environment: 'Environment that the job deploys to',
  except: 'When the job is left out; use rules instead',
  extends: 'Jobs whose settings this job takes over',
  hooks: 'Commands at other points of the job',
  id_tokens: 'Signed tokens for other services',
  image: 'Container image that the job runs in',
  include: 'Other files that belong to this configuration',
  inputs: 'Values that can be chosen when the job is started by hand',
  inherit: 'Which defaults and variables the job takes over',
  interruptible: 'Whether a newer pipeline may cancel the job',
  manual_confirmation: 'Question before a manual job starts',
  needs: 'Jobs to wait for, instead of the stages before',
  only: 'When the job is included; use rules instead',
  pages: 'Publish a folder as pages',
  parallel: 'Number of copies of the job, or a matrix of variables',
  publish: 'Folder that a pages job publishes',
  release: 'Release that the job creates',
  resource_group: 'Name of a group of jobs of which one runs at a time',
  retry: 'How often a failed job starts again',
  rules: 'Conditions for the job; the first that matches counts',
  script: 'Commands of the job',
  services: 'Containers beside the job',
  stage: 'Stage of the job',
  stages: 'Names and order of the stages',
  start_in: 'How long a delayed job waits',
  tags: 'Tags that the runner must have',
  timeout: 'How long the job may run',
  trigger: 'Pipeline that the job starts',
  variables: 'Variables of all jobs, or of one job',
  when: 'When the job runs',
  workflow: 'Conditions and name of the pipeline',
};

const WHEN = ['on_success', 'on_failure', 'always', 'manual', 'delayed'];
const UPLOAD_WHEN = ['on_success', 'on_failure', 'always'];
const BOOLEAN = ['true', 'false'];

const VALUES: Readonly<Record<string, readonly string[]>> = { when: WHEN, interruptible: BOOLEAN };

/** Keys inside others: where, the key, what it does, and its values. */
const NESTED: ReadonlyArray<
  readonly [allowedIn: string, key: string, description: string, values?: readonly string[]]
> = [
  ['workflow', 'name', 'Name of the pipeline, with variables'],
  ['workflow', 'rules', 'Conditions for the pipeline; the first that matches counts'],
  ['workflow', 'auto_cancel', 'What is cancelled by a new commit or a failed job'],
  ['workflow:auto_cancel', 'on_new_commit', 'What a new commit cancels', ['conservative', 'interruptible', 'none']],
  ['workflow:auto_cancel', 'on_job_failure', 'What a failed job cancels', ['all', 'none']],
  ['workflow:rules', 'auto_cancel', 'What is cancelled, when this rule matches'],
  ['include', 'local', 'File of this project, with wildcards'],
  ['include', 'project', 'Project of the files'],
  ['include', 'file', 'Files of the project'],
  ['include', 'ref', 'Branch, tag or commit of the project'],
  ['include', 'remote', 'Address of a file'],
  ['include', 'integrity', 'Checksum of the remote file'],
  ['include', 'cache', 'How long the remote file is reused'],
  ['include', 'template', 'Name of a template'],
  ['include', 'component', 'Component of a project of this instance, with its version'],
  ['include', 'rules', 'Conditions for the inclusion'],
  ['include', 'inputs', 'Values for the inputs of the file'],
  ['spec', 'inputs', 'Inputs that the file declares'],
  ['spec', 'component', 'Facts about itself that a component uses', ['name', 'sha', 'version', 'reference']],
  ['spec', 'description', 'What the component is for'],
  ['spec:inputs', 'default', 'Value when none is given'],
  ['spec:inputs', 'type', 'Type of the value', ['string', 'number', 'boolean', 'array']],
  ['spec:inputs', 'description', 'What the input is for'],
  ['spec:inputs', 'options', 'Values to choose from'],
  ['spec:inputs', 'regex', 'Pattern that the value matches'],
  ['spec:inputs', 'rules', 'Default and options that depend on other inputs'],
  ['spec', 'include', 'Files with more inputs'],
  ['variables', 'value', 'Value of the variable'],
  ['variables', 'description', 'What the variable is for, in the form of a new pipeline'],
  ['variables', 'options', 'Values to choose from in the form of a new pipeline'],
  ['variables', 'expand', 'Whether variables in the value are replaced', BOOLEAN],
  ['job:rules', 'if', 'Expression over variables'],
  ['job:rules', 'changes', 'Patterns of changed files'],
  ['job:rules:changes', 'paths', 'Patterns of changed files'],
  ['job:rules:changes', 'compare_to', 'Ref to compare with'],
  ['job:rules', 'exists', 'Patterns of files that exist'],
  ['job:rules:exists', 'paths', 'Patterns of files that exist'],
  ['job:rules:exists', 'project', 'Project to look into'],
  ['job:rules:exists', 'ref', 'Ref to look into'],
  ['job:needs', 'job', 'Job to wait for'],
  ['job:needs', 'artifacts', 'Whether its artifacts are downloaded', BOOLEAN],
  ['job:needs', 'optional', 'Whether the job may be left out', BOOLEAN],
  ['job:needs', 'parallel', 'Which jobs of a matrix'],
  ['job:needs', 'project', 'Other project that has the artifacts'],
  ['job:needs', 'ref', 'Ref of the other project'],
  ['job:needs', 'pipeline', 'Pipeline that has the artifacts'],
  ['job:artifacts', 'paths', 'Files to store'],
  ['job:artifacts', 'exclude', 'Files to leave out'],
  ['job:artifacts', 'name', 'Name of the archive'],
  ['job:artifacts', 'untracked', 'Whether untracked files are stored', BOOLEAN],
  ['job:artifacts', 'when', 'When files are stored', UPLOAD_WHEN],
  ['job:artifacts', 'expire_in', 'How long files are stored'],
  ['job:artifacts', 'expose_as', 'Name of the link in the merge request'],
  ['job:artifacts', 'access', 'Who may download', ['all', 'developer', 'maintainer', 'none']],
  ['job:artifacts', 'public', 'Whether everyone may download', BOOLEAN],
  ['job:artifacts', 'reports', 'Reports for the merge request'],
  ['job:artifacts:reports:coverage_report', 'coverage_format', 'Format of the report', ['cobertura', 'jacoco']],
  ['job:artifacts:reports:coverage_report', 'path', 'Path of the report'],
  ['job:cache', 'key', 'Name of the cache'],
  ['job:cache:key', 'files', 'Files whose content names the cache'],
  ['job:cache:key', 'files_commits', 'Files whose newest commit names the cache'],
  ['job:cache:key', 'prefix', 'Beginning of the name'],
  ['job:cache', 'paths', 'Files to reuse'],
  ['job:cache', 'policy', 'Whether the cache is read, written or both', ['pull-push', 'pull', 'push']],
  ['job:cache', 'when', 'When the cache is written', UPLOAD_WHEN],
  ['job:cache', 'fallback_keys', 'Names to try when there is no cache'],
  ['job:cache', 'untracked', 'Whether untracked files are stored', BOOLEAN],
  ['job:cache', 'unprotect', 'Whether protected and other refs share the cache', BOOLEAN],
  ['job:retry', 'max', 'How often', ['0', '1', '2']],
  ['job:retry', 'when', 'After which failures'],
  ['job:retry', 'exit_codes', 'After which exit codes'],
  ['job:parallel', 'matrix', 'Variables and their values'],
  ['job:allow_failure', 'exit_codes', 'Exit codes that are allowed'],
  ['job:trigger', 'include', 'Files of a child pipeline'],
  ['job:trigger:include', 'artifact', 'File that a job before this one creates'],
  ['job:trigger:include', 'job', 'Job that creates the file'],
  ['job:trigger', 'project', 'Project of the pipeline'],
  ['job:trigger', 'branch', 'Branch of the project'],
  ['job:trigger', 'strategy', 'Whether the job waits for the pipeline', ['depend', 'mirror']],
  ['job:trigger', 'forward', 'Which variables are passed on'],
  ['job:trigger:forward', 'yaml_variables', 'Pass on variables of the job', BOOLEAN],
  ['job:trigger:forward', 'pipeline_variables', 'Pass on variables of the pipeline', BOOLEAN],
  ['job:trigger', 'inputs', 'Values for the inputs of the pipeline'],
  ['job:environment', 'name', 'Name of the environment'],
  ['job:environment', 'url', 'Address of the environment'],
  ['job:environment', 'on_stop', 'Job that stops the environment'],
  ['job:environment', 'action', 'What the job does', ['start', 'prepare', 'stop', 'verify', 'access']],
  ['job:environment', 'auto_stop_in', 'When the environment stops by itself'],
  [
    'job:environment',
    'deployment_tier',
    'Kind of environment',
    ['production', 'staging', 'testing', 'development', 'other'],
  ],
  ['job:environment', 'kubernetes', 'Where in a cluster it runs'],
  ['job:image', 'name', 'Name of the image'],
  ['job:image', 'entrypoint', 'Command of the container'],
  ['job:image', 'pull_policy', 'When the image is pulled', ['always', 'if-not-present', 'never']],
  ['job:image', 'docker', 'Platform and user for the docker executor'],
  ['job:services', 'name', 'Name of the image'],
  ['job:services', 'alias', 'Host name of the service'],
  ['job:services', 'command', 'Arguments of the container'],
  ['job:services', 'variables', 'Variables of the service'],
  ['job:release', 'tag_name', 'Tag of the release'],
  ['job:release', 'tag_message', 'Message of a new tag'],
  ['job:release', 'name', 'Title of the release'],
  ['job:release', 'description', 'Text of the release, or the path of a file'],
  ['job:release', 'ref', 'Commit or branch of a new tag'],
  ['job:release', 'milestones', 'Milestones of the release'],
  ['job:release', 'released_at', 'Time of the release'],
  ['job:release', 'assets', 'Links of the release'],
  ['job:pages', 'publish', 'Folder that is published'],
  ['job:pages', 'path_prefix', 'Beginning of the path, for several versions'],
  ['job:pages', 'expire_in', 'How long the pages are published'],
  ['job:inherit', 'default', 'Which defaults', BOOLEAN],
  ['job:inherit', 'variables', 'Which variables', BOOLEAN],
  ['job:hooks', 'pre_get_sources_script', 'Commands before the repository is fetched'],
  ['job:id_tokens', 'aud', 'Receivers of the token'],
  ['job:inputs', 'default', 'Value when none is chosen'],
  ['job:inputs', 'type', 'Type of the value', ['string', 'number', 'boolean', 'array']],
  ['job:inputs', 'description', 'What the input is for'],
  ['job:inputs', 'options', 'Values to choose from'],
  ['job:inputs', 'regex', 'Pattern that the value matches'],
];

/** Every key of the language, in the order of their names. */
export const KEYWORDS: readonly Keyword[] = [
  ...topKeywords(),
  ...RULE_KEYS.filter((key) => key in DESCRIPTIONS).map((key) => keyword(key, ['job:rules'])),
  ...REPORT_KINDS.map((key) => ({
    key,
    allowedIn: ['job:artifacts:reports'],
    description: `Path of the ${key.replaceAll('_', ' ').replace(/ report$/, '')} report`,
    values: [],
  })),
  ...NESTED.map(([allowedIn, key, description, values = []]) => ({ key, allowedIn: [allowedIn], description, values })),
].sort((a, b) => a.key.localeCompare(b.key, 'en'));

function topKeywords(): Keyword[] {
  return [...new Set([...ROOT_KEYS, ...DEFAULT_KEYS, ...JOB_KEYS, ...TRIGGER_JOB_KEYS])].map((key) => {
    const isOfJob = JOB_KEYS.includes(key) || TRIGGER_JOB_KEYS.includes(key);
    return keyword(key, [
      ...(ROOT_KEYS.includes(key) ? [''] : []),
      ...(DEFAULT_KEYS.includes(key) ? ['default'] : []),
      ...(isOfJob ? ['job'] : []),
    ]);
  });
}

function keyword(key: string, allowedIn: readonly string[]): Keyword {
  return { key, allowedIn, description: DESCRIPTIONS[key] ?? '', values: VALUES[key] ?? [] };
}
