import { parse, specifiedRules, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { slices } from '../src/app/slices.ts';
import { buildSchema } from '../src/endpoints/graphql/graphql-server.ts';
import { withLooseIds } from '../src/endpoints/graphql/id-variables.ts';

let schema: ReturnType<typeof buildSchema>;

beforeAll(async () => {
  schema = buildSchema(await Promise.all(slices.flatMap((slice) => slice.graphql?.() ?? [])));
});

const faultsOf = (document: string) =>
  validate(schema, parse(document), withLooseIds(specifiedRules)).map(({ message }) => message);

/** Variables and arguments as existing clients name their types; `errors` and one thing are selected. */
const MUTATIONS: [name: string, variables: string, thing: string][] = [
  ['mergeRequestSetDraft', '$projectPath: ID!, $iid: String!, $draft: Boolean!', 'mergeRequest { id draft }'],
  ['mergeRequestSetLocked', '$projectPath: ID!, $iid: String!, $locked: Boolean!', 'mergeRequest { discussionLocked }'],
  ['issueSetLocked', '$projectPath: ID!, $iid: String!, $locked: Boolean!', 'issue { discussionLocked }'],
  [
    'mergeRequestSetReviewers',
    '$projectPath: ID!, $iid: String!, $reviewerUsernames: [String!]!, $operationMode: MutationOperationMode',
    'mergeRequest { id }',
  ],
  [
    'mergeRequestSetAssignees',
    '$projectPath: ID!, $iid: String!, $assigneeUsernames: [String!]!, $operationMode: MutationOperationMode',
    'mergeRequest { id }',
  ],
  [
    'mergeRequestSetLabels',
    '$projectPath: ID!, $iid: String!, $labelIds: [LabelID!]!, $operationMode: MutationOperationMode',
    'mergeRequest { id }',
  ],
  ['mergeRequestSetMilestone', '$projectPath: ID!, $iid: String!, $milestoneId: MilestoneID', 'mergeRequest { id }'],
  [
    'mergeRequestSetSubscription',
    '$projectPath: ID!, $iid: String!, $subscribedState: Boolean!',
    'mergeRequest { id }',
  ],
  ['mergeRequestReviewerRereview', '$projectPath: ID!, $iid: String!, $userId: UserID!', 'mergeRequest { id }'],
  ['mergeRequestRequestChanges', '$projectPath: ID!, $iid: String!', 'mergeRequest { id }'],
  ['mergeRequestDestroyRequestedChanges', '$projectPath: ID!, $iid: String!', 'mergeRequest { id }'],
  [
    'mergeRequestCreate',
    '$projectPath: ID!, $title: String!, $sourceBranch: String!, $targetBranch: String!, $description: String, $labels: [String!], $removeSourceBranch: Boolean',
    'mergeRequest { id }',
  ],
  [
    'mergeRequestUpdate',
    '$projectPath: ID!, $iid: String!, $title: String, $description: String, $targetBranch: String, $state: MergeRequestNewState, $timeEstimate: String, $removeSourceBranch: Boolean',
    'mergeRequest { id }',
  ],
  [
    'mergeRequestAccept',
    '$projectPath: ID!, $iid: String!, $sha: String!, $commitMessage: String, $squashCommitMessage: String, $shouldRemoveSourceBranch: Boolean, $squash: Boolean, $strategy: MergeStrategyEnum',
    'mergeRequest { id }',
  ],
  [
    'createNote',
    '$noteableId: NoteableID!, $body: String!, $internal: Boolean, $discussionId: DiscussionID, $mergeRequestDiffHeadSha: String',
    'note { id } quickActionsStatus { messages errorMessages commandNames commandsOnly }',
  ],
  ['createDiscussion', '$noteableId: NoteableID!, $body: String!, $internal: Boolean', 'note { id }'],
  ['createDiffNote', '$noteableId: NoteableID!, $body: String!, $position: DiffPositionInput!', 'note { id }'],
  [
    'createImageDiffNote',
    '$noteableId: NoteableID!, $body: String!, $position: DiffImagePositionInput!',
    'note { id }',
  ],
  ['updateNote', '$id: NoteID!, $body: String!', 'note { id }'],
  ['updateImageDiffNote', '$id: NoteID!, $body: String, $position: UpdateDiffImagePositionInput', 'note { id }'],
  ['repositionImageDiffNote', '$id: DiffNoteID!, $position: UpdateDiffImagePositionInput!', 'note { id }'],
  ['destroyNote', '$id: NoteID!', 'note { id }'],
  ['noteConvertToThread', '$id: NoteID!', 'note { id }'],
  ['discussionToggleResolve', '$id: DiscussionID!, $resolve: Boolean!', 'discussion { id }'],
  ['awardEmojiAdd', '$awardableId: AwardableID!, $name: String!', 'awardEmoji { name }'],
  ['awardEmojiRemove', '$awardableId: AwardableID!, $name: String!', 'awardEmoji { name }'],
  ['awardEmojiToggle', '$awardableId: AwardableID!, $name: String!', 'toggledOn'],
  ['userCalloutCreate', '$featureName: String!', 'userCallout { featureName }'],
  ['userPreferencesUpdate', '$clientMutationId: String', 'userPreferences { __typename }'],
  ['todoCreate', '$targetId: TodoableID!', 'todo { id state }'],
  ['todoMarkDone', '$id: TodoID!', 'todo { id state }'],
  ['savedReplyCreate', '$name: String!, $content: String!', 'savedReply { id }'],
  [
    'updateIssue',
    '$projectPath: ID!, $iid: String!, $addLabelIds: [LabelID!], $removeLabelIds: [LabelID!], $labelIds: [LabelID!]',
    'issue { id }',
  ],
  ['issueMove', '$projectPath: ID!, $iid: String!, $targetProjectPath: ID!', 'issue { id }'],
];

const SUBSCRIPTIONS: [name: string, variables: string, selected: string][] = [
  ...[
    'mergeRequestMergeStatusUpdated',
    'mergeRequestApprovalStateUpdated',
    'mergeRequestReviewersUpdated',
    'mergeRequestDiffGenerated',
  ].map((name): [string, string, string] => [name, '$issuableId: IssuableID!', 'id']),
  ...['Title', 'Description', 'Labels', 'Assignees', 'Milestone'].map((field): [string, string, string] => [
    `issuable${field}Updated`,
    '$issuableId: IssuableID!',
    '... on MergeRequest { id } ... on Issue { id }',
  ]),
  ['userMergeRequestUpdated', '$userId: UserID!', 'id'],
];

const argumentsOf = (variables: string) =>
  [...variables.matchAll(/\$(\w+):/g)].map(([, name]) => `${name}: $${name}`).join(', ');
/** As those wrote it that knew no other name for a global id. */
const plain = (variables: string) => variables.replace(/\b\w+ID\b/g, 'ID');

describe('documents of existing clients', () => {
  it.each(MUTATIONS)('%s', (name, variables, thing) => {
    for (const given of [variables, plain(variables)]) {
      const call = `mutation Do(${given}) { ${name}(input: { ${argumentsOf(given)} }) { ${thing} errors } }`;
      expect(faultsOf(call), given).toEqual([]);
    }
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    expect(faultsOf(`mutation Do($input: ${type}!) { ${name}(input: $input) { errors } }`)).toEqual([]);
  });

  it.each(SUBSCRIPTIONS)('%s', (name, variables, selected) => {
    for (const given of [variables, plain(variables)])
      expect(faultsOf(`subscription On(${given}) { ${name}(${argumentsOf(given)}) { ${selected} } }`)).toEqual([]);
  });

  it.each([
    [
      'a kind that fits',
      'subscription ($id: MergeRequestID!) { issuableTitleUpdated(issuableId: $id) { __typename } }',
    ],
    ['in a list', 'query { currentUser { todos(state: [pending, done]) { nodes { state } } } }'],
    ['alone in a list', 'query { currentUser { todos(state: done) { nodes { state } } } }'],
    ['by name', 'query ($state: [TodoStateEnum!]) { currentUser { todos(state: $state) { nodes { state } } } }'],
  ])('%s', (_name, document) => {
    expect(faultsOf(document)).toEqual([]);
  });

  it.each([
    ['$id: UserID!', 'type "UserID!" used in position expecting type "NoteID!"'],
    ['$id: ID', 'type "ID" used in position expecting type "ID!"'],
    ['$id: [NoteID!]!', 'type "[NoteID!]!" used in position'],
    ['$id: String!', 'type "String!" used in position expecting type "NoteID!"'],
    ['$id: NoSuchID!', 'Unknown type "NoSuchID"'],
  ])('not %s for a note', (variables, fault) => {
    expect(faultsOf(`mutation (${variables}) { destroyNote(input: { id: $id }) { errors } }`).join()).toContain(fault);
  });
});
