import { GraphQLError, type GraphQLScalarType } from 'graphql';
import type { GraphqlBuilder } from './builder.ts';
import { GLOBAL_ID } from './global-id.ts';

/** Notes go by what they are, and by the name of all of them. */
export const NOTE_MODELS = ['Note', 'DiscussionNote', 'DiffNote', 'LegacyDiffNote'];

/**
 * The names that clients have for global ids, with the models each may name. Without models it is for what one finds when it
 * is looked up: which things can be talked about, reacted to or put on a list is theirs to say.
 */
const MODELS = {
  AwardableID: null,
  DeploymentID: ['Deployment'],
  CiBuildID: ['Ci::Build'],
  CiPipelineID: ['Ci::Pipeline'],
  CiPipelineScheduleID: ['Ci::PipelineSchedule'],
  CiProcessableID: ['Ci::Build', 'Ci::Bridge'],
  CiRunnerID: ['Ci::Runner'],
  CiStageID: ['Ci::Stage'],
  CiTriggerID: ['Ci::Trigger'],
  CustomEmojiID: ['CustomEmoji'],
  DiffNoteID: ['DiffNote', 'Note'],
  DiscussionID: ['Discussion'],
  GroupID: ['Group'],
  IssuableID: null,
  IssueID: ['Issue'],
  LabelID: ['Label', 'ProjectLabel', 'GroupLabel'],
  MergeRequestID: ['MergeRequest'],
  MergeTrainsCarID: ['MergeTrains::Car'],
  MilestoneID: ['Milestone'],
  NoteID: NOTE_MODELS,
  NoteableID: null,
  ProjectID: ['Project'],
  TimelogID: ['Timelog'],
  TodoID: ['Todo'],
  TodoableID: null,
  UserID: ['User'],
  UsersSavedReplyID: ['Users::SavedReply'],
  WorkItemID: ['WorkItem', 'Issue'],
} as const satisfies Record<string, readonly string[] | null>;

export type IdScalar = keyof typeof MODELS;

/** `NoteID` and its like: global ids that are known to be of the right kind before anything is done. */
export function addIdScalars(builder: GraphqlBuilder): void {
  for (const name of Object.keys(MODELS) as IdScalar[]) {
    const models: readonly string[] | null = MODELS[name];
    builder.scalarType(name, {
      description: `A global ID, such as \`gid://gitlab/${models?.[0] ?? 'MergeRequest'}/1\`.`,
      serialize: String,
      parseValue: (value) => parse(name, models, value),
    });
  }
}

function parse(name: string, models: readonly string[] | null, value: unknown): string {
  const written = String(value);
  const model = GLOBAL_ID.exec(written)?.[1];
  if (model === undefined) {
    throw new GraphQLError(
      `"${written.slice(0, 100)}" is not a global ID such as gid://gitlab/${models?.[0] ?? 'MergeRequest'}/1.`,
    );
  }
  if (models && !models.includes(model)) throw new GraphQLError(`A ${name} cannot refer to a ${model}.`);
  return written;
}

/** Whether a variable of one such type may stand where the other is asked for: `ID`, or one that can name the same things. */
export function areCompatibleIds(a: GraphQLScalarType['name'], b: GraphQLScalarType['name']): boolean {
  if (!isId(a) || !isId(b)) return false;
  const [first, second] = [modelsOf(a), modelsOf(b)];
  return !first || !second || first.some((model) => second.includes(model));
}

function isId(name: string): boolean {
  return name === 'ID' || name in MODELS;
}

function modelsOf(name: string): readonly string[] | null {
  return name === 'ID' ? null : MODELS[name as IdScalar];
}
