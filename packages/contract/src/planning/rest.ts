import { z } from 'zod';
import {
  boolInput,
  dateInput,
  filledText,
  idInput,
  idListInput,
  intInput,
  pagingInput,
  timeInput,
} from '../core/inputs.ts';

const labelName = z.string().min(1).max(255);
const priority = z
  .union([intInput.refine((value) => value >= 0 && value <= 2_147_483_647), z.literal(''), z.literal('null')])
  .nullish();

export const listLabelsInput = z.strictObject({
  ...pagingInput,
  with_counts: boolInput.default(false),
  include_ancestor_groups: boolInput.default(true),
  include_descendant_groups: boolInput.default(false),
  only_group_labels: boolInput.optional(),
  search: z.string().optional(),
  archived: boolInput.optional(),
});

export const getLabelInput = z.strictObject({ include_ancestor_groups: boolInput.default(true) });

export const createLabelInput = z.strictObject({
  name: labelName,
  color: z.string(),
  description: z.string().nullish(),
  archived: boolInput.optional(),
  priority,
});

const labelChanges = {
  new_name: labelName.optional(),
  color: filledText.optional(),
  description: z.string().nullish(),
  archived: boolInput.optional(),
  priority,
};

export const updateLabelInput = z.strictObject(labelChanges);
/** The label is named in the body. */
export const updateLabelByInput = z.strictObject({
  label_id: z.union([idInput, z.string()]).optional(),
  name: z.string().optional(),
  ...labelChanges,
});
export const deleteLabelByInput = z.strictObject({
  label_id: z.union([idInput, z.string()]).optional(),
  name: z.string().optional(),
});

export const restLabel = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string().nullable(),
  description_html: z.string(),
  text_color: z.string(),
  color: z.string(),
  archived: z.boolean(),
  open_issues_count: z.number().optional(),
  closed_issues_count: z.number().optional(),
  open_merge_requests_count: z.number().optional(),
  subscribed: z.boolean(),
  priority: z.number().nullable().optional(),
  is_project_label: z.boolean().optional(),
});
export type RestLabel = z.output<typeof restLabel>;

export const listMilestonesInput = z.strictObject({
  ...pagingInput,
  state: z.enum(['active', 'closed', 'all']).default('all'),
  iids: idListInput.optional(),
  title: z.string().optional(),
  search: z.string().optional(),
  include_parent_milestones: boolInput.optional(),
  include_ancestors: boolInput.optional(),
  include_descendants: boolInput.optional(),
  updated_before: timeInput.optional(),
  updated_after: timeInput.optional(),
  /** Like `search`, but only in titles. */
  search_title: z.string().optional(),
  /** A day within the milestone; a missing first or last day is open, but a milestone without both contains no day. */
  containing_date: dateInput.optional(),
  /** With `end_date`: milestones that have a day in common with these days. */
  start_date: dateInput.optional(),
  end_date: dateInput.optional(),
});

const date = z.union([dateInput, z.literal('')]).nullish();

export const createMilestoneInput = z.strictObject({
  title: z.string(),
  description: z.string().max(1_000_000).nullish(),
  due_date: date,
  start_date: date,
});

export const updateMilestoneInput = z.strictObject({
  title: z.string().optional(),
  description: z.string().max(1_000_000).nullish(),
  due_date: date,
  start_date: date,
  state_event: z.enum(['close', 'activate']).optional(),
  /** What the page named as the version of what it shows; a milestone that changed since is not overwritten. */
  last_known_updated_at: z.string().optional(),
});

export const restMilestone = z.object({
  id: z.number(),
  iid: z.number(),
  project_id: z.number().optional(),
  group_id: z.number().optional(),
  title: z.string(),
  description: z.string(),
  state: z.enum(['active', 'closed']),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  due_date: z.iso.date().nullable(),
  start_date: z.iso.date().nullable(),
  expired: z.boolean(),
  web_url: z.string(),
});
export type RestMilestone = z.output<typeof restMilestone>;
