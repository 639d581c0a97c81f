import type { GroupCiSettingsData } from './group-ci-settings.ts';
import type { InstanceCiSettings } from '../accounts/settings.ts';
import type { JobTokenScopeData } from '../projects/job-token-scope.ts';
import { z } from 'zod';
import { boolInput, filledText, pagingInput } from '../core/inputs.ts';
import { VARIABLE_TYPES, variableKey } from './run-pipeline.ts';
import type { CiSettings } from './ci-settings.ts';

/** Variables of projects, groups and the instance, which their jobs get. */

const MAX_TEXT = 255;
/** Longer values are refused with a message of their own. */
const MAX_SENT = 100_000;

const settings = {
  value: z.string().max(MAX_SENT),
  variable_type: z.enum(VARIABLE_TYPES).optional(),
  protected: boolInput.optional(),
  masked: boolInput.optional(),
  raw: boolInput.optional(),
  environment_scope: filledText.max(MAX_TEXT).optional(),
  description: z.string().max(MAX_TEXT).nullable().optional(),
};
const filter = z.object({ environment_scope: z.string().max(MAX_TEXT).optional() }).optional();

export const listVariablesInput = z.strictObject(pagingInput);
export const variableParams = z.object({ key: z.string().max(MAX_TEXT) });
export const findVariableInput = z.strictObject({ filter });
export const createVariableInput = z.strictObject({
  key: variableKey,
  ...settings,
  /** Only when it is made: a hidden value is never shown again. */
  masked_and_hidden: boolInput.optional(),
});
export const updateVariableInput = z.strictObject({ ...settings, value: settings.value.optional(), filter });
export type VariableSettings = Omit<z.output<typeof updateVariableInput>, 'filter'>;

export type VariableCard = {
  key: string;
  /** Null for a hidden one. */
  value: string | null;
  type: (typeof VARIABLE_TYPES)[number];
  isProtected: boolean;
  isMasked: boolean;
  isHidden: boolean;
  isRaw: boolean;
  environmentScope: string;
  description: string;
};

export type ProjectCiSettingsData = CiSettings & {
  /** What holds without a limit of the project. */
  inherited_max_artifacts_size: number;
  /** Administrators set the size, owners the role of owners. */
  can_change_size: boolean;
  can_choose_owners: boolean;
};

export type TriggersData = {
  /** Of all tokens; the newest are listed. */
  total: number;
  tokens: {
    id: number;
    description: string;
    /** Its first characters. */
    start: string;
    owner: string | null;
    lastUsedAt: string | null;
    expiresAt: string | null;
    isExpired: boolean;
  }[];
  canChange: boolean;
  /** Where pipelines are started with a token. */
  url: string;
  /** Branch of the examples. */
  ref: string;
};

/** Images that show the state of a branch on other sites. */
export type BadgesData = { ref: string; badges: { name: string; image: string; link: string }[] };

export type CiSettingsPageData = {
  place: { kind: 'project' | 'group' | 'instance'; id: number };
  variables: VariableCard[];
  /** Those of the groups above, which count less. */
  inherited: { key: string; environmentScope: string; groupPath: string }[];
  canChange: boolean;
  /** Only of a project, for those who change its settings. */
  pipelines: ProjectCiSettingsData | null;
  /** Only of a group, for those who change its settings. */
  group: GroupCiSettingsData | null;
  /** Only of a project: whose job tokens reach it. */
  jobTokens: JobTokenScopeData | null;
  /** Only of a project, for its owners: whether its components are in the catalog, and where they are listed. */
  catalog: { isResource: boolean; path: string; href: string } | null;
  /** Only of a project: tokens with which other systems start its pipelines. */
  triggers: TriggersData | null;
  /** Only of a project with a branch. */
  badges: BadgesData | null;
  /** Only of the instance. */
  instance: InstanceCiSettings | null;
};
