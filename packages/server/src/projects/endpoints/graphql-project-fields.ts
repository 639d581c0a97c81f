import type { RestProject } from '@tributary/contract/projects/projects.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf } from '../access/project-access.ts';
import { countOpenIssues } from '../lifecycle/contributed-facts.ts';
import { type ProjectStatistics, projectStatistics } from '../lifecycle/reads/project-details.ts';
import type { ProjectView } from '../lifecycle/reads/project-views.ts';
import { toRestProject } from '../lifecycle/render/to-rest.ts';
import type { NamespaceView } from '../namespaces/reads/namespace-views.ts';

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    ProjectStatistics: ProjectStatistics;
  }
}

/** A project narrowed to one of its features, as the policy asks for it. */
export function subjectOf(view: ProjectView, feature: 'merge_requests' | 'repository' | 'issues') {
  return featureOf({ project: view.project, level: view.level, policy: policyOf(view) }, feature);
}

export function policyOf({ project, level }: ProjectView) {
  return { resource: 'Project', visibility: project.visibility, level, isArchived: project.is_read_only };
}

/** Fields with an address have resolvers of their own. */
const NOWHERE = { config: { url: '' }, ssh: undefined };

const rendered = new WeakMap<ProjectView, RestProject>();

/** What REST says of a project, so that both say the same. */
function restOf(view: ProjectView): RestProject {
  const known = rendered.get(view) ?? toRestProject(NOWHERE, view, { openIssues: new Map() });
  rendered.set(view, known);
  return known;
}

type Named<Value> = { [K in keyof RestProject]-?: RestProject[K] extends Value ? K : never }[keyof RestProject];

const SWITCHES = {
  wikiEnabled: 'wiki_enabled',
  snippetsEnabled: 'snippets_enabled',
  jobsEnabled: 'jobs_enabled',
  publicJobs: 'public_jobs',
  lfsEnabled: 'lfs_enabled',
  containerRegistryEnabled: 'container_registry_enabled',
  sharedRunnersEnabled: 'shared_runners_enabled',
  requestAccessEnabled: 'request_access_enabled',
  serviceDeskEnabled: 'service_desk_enabled',
  onlyAllowMergeIfPipelineSucceeds: 'only_allow_merge_if_pipeline_succeeds',
  onlyAllowMergeIfAllDiscussionsAreResolved: 'only_allow_merge_if_all_discussions_are_resolved',
  onlyAllowMergeIfAllStatusChecksPassed: 'only_allow_merge_if_all_status_checks_passed',
  allowMergeOnSkippedPipeline: 'allow_merge_on_skipped_pipeline',
  removeSourceBranchAfterMerge: 'remove_source_branch_after_merge',
  autocloseReferencedIssues: 'autoclose_referenced_issues',
  printingMergeRequestLinkEnabled: 'printing_merge_request_link_enabled',
} as const satisfies Record<string, Named<boolean | null | undefined>>;

const TEXTS = {
  suggestionCommitMessage: 'suggestion_commit_message',
  mergeCommitTemplate: 'merge_commit_template',
  squashCommitTemplate: 'squash_commit_template',
  mergeRequestTitleRegex: 'merge_request_title_regex',
  mergeRequestTitleRegexDescription: 'merge_request_title_regex_description',
  importStatus: 'import_status',
} as const satisfies Record<string, Named<string | null | undefined>>;

function addSettings(builder: GraphqlBuilder): void {
  for (const [name, key] of Object.entries(SWITCHES)) {
    builder.objectField('Project', name, (t) =>
      t.boolean({ nullable: true, resolve: (view) => restOf(view)[key] ?? null }),
    );
  }
  for (const [name, key] of Object.entries(TEXTS)) {
    builder.objectField('Project', name, (t) =>
      t.string({ nullable: true, resolve: (view) => restOf(view)[key] ?? null }),
    );
  }
  builder.objectFields('Project', (t) => ({
    isForked: t.boolean({ nullable: false, resolve: ({ project }) => project.forked_from_id !== null }),
    allowsMultipleMergeRequestAssignees: t.boolean({ nullable: false, resolve: () => true }),
    allowsMultipleMergeRequestReviewers: t.boolean({ nullable: false, resolve: () => true }),
    issuesEnabled: t.boolean({
      nullable: true,
      description: 'Issues are enabled and visible to you.',
      resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'read_issue', subjectOf(view, 'issues')),
    }),
    mergeRequestsEnabled: t.boolean({
      nullable: true,
      description: 'Merge requests are enabled and visible to you.',
      resolve: (view, _args, { ctx }) => isAllowed(ctx.actor, 'read_merge_request', subjectOf(view, 'merge_requests')),
    }),
    mergeRequestsFfOnlyEnabled: t.boolean({ nullable: true, resolve: ({ project }) => project.merge_method === 'ff' }),
    squashReadOnly: t.boolean({
      nullable: false,
      description: 'The project setting decides whether commits are squashed.',
      resolve: ({ project }) => project.squash_option === 'always' || project.squash_option === 'never',
    }),
  }));
}

const openIssuesOf = inOneGo<ProjectView, number>(async (ctx, views) => {
  const counts = await countOpenIssues(ctx, views);
  return views.map(({ project }) => counts.get(project.id) ?? 0);
});

const SIZES = {
  storageSize: true,
  repositorySize: true,
  lfsObjectsSize: false,
  buildArtifactsSize: false,
  packagesSize: false,
} as const;
const OTHER_SIZES = [
  'wikiSize',
  'snippetsSize',
  'uploadsSize',
  'pipelineArtifactsSize',
  'containerRegistrySize',
] as const;

function addTypes(builder: GraphqlBuilder): void {
  builder.objectType('ProjectStatistics', {
    description: 'Sizes in bytes.',
    fields: (t) => ({ commitCount: t.exposeFloat('commitCount', { nullable: false }) }),
  });
  for (const [name, isOfRepository] of Object.entries(SIZES)) {
    builder.objectField('ProjectStatistics', name, (t) =>
      t.float({ nullable: false, resolve: (found) => (isOfRepository ? found.repositorySizeBytes : 0) }),
    );
  }
  for (const name of OTHER_SIZES) {
    builder.objectField('ProjectStatistics', name, (t) => t.float({ nullable: true, resolve: () => 0 }));
  }
}

/** Settings, counts and sizes of a project. */
export function addProjectFields(builder: GraphqlBuilder): void {
  addTypes(builder);
  addSettings(builder);
  builder.objectFields('Project', (t) => ({
    group: t.field({
      type: 'Group',
      nullable: true,
      description: 'Null for projects in a personal namespace.',
      resolve: ({ namespace }): NamespaceView | null => (namespace.kind === 'group' ? namespace : null),
    }),
    updatedAt: t.field({ type: 'Time', nullable: true, resolve: ({ project }) => project.updated_at }),
    tagList: t.string({
      nullable: true,
      deprecationReason: 'Use topics.',
      resolve: ({ project }) => project.topics.join(', '),
    }),
    openIssuesCount: t.int({
      nullable: true,
      resolve: (view, _args, { ctx }) =>
        isAllowed(ctx.actor, 'read_issue', subjectOf(view, 'issues')) ? openIssuesOf(ctx, view) : null,
    }),
    statistics: t.field({
      type: 'ProjectStatistics',
      nullable: true,
      description: 'Requires at least the Reporter role.',
      resolve: (view, _args, { ctx }) => (view.can.readStatistics ? projectStatistics(ctx, view) : null),
    }),
    maxAccessLevel: t.field({
      type: 'AccessLevel',
      nullable: false,
      description: 'Your role.',
      resolve: ({ level }) => ({ level }),
    }),
  }));
}
