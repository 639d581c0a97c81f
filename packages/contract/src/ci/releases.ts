import { z } from 'zod';
import { restUserBasic } from '../accounts/rest.ts';
import { boolInput, filledText, idInput, pagingInput, timeInput } from '../core/inputs.ts';
import { restMilestone } from '../planning/rest.ts';
import { restCommit } from '../projects/repository-rest.ts';

const MAX_TEXT = 1_000_000;
const MAX_LINKS = 100;
export const RELEASE_LINK_TYPES = ['other', 'runbook', 'image', 'package'] as const;

const webAddress = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\/\S+$/i, 'must be an address that starts with https:// or http://');
export const isReleaseLinkUrl = (url: string): boolean => webAddress.safeParse(url).success;
const link = z.strictObject({
  name: filledText.max(255),
  url: webAddress,
  filepath: z
    .string()
    .max(255)
    .regex(/^\/[\w./-]+$/)
    .optional(),
  direct_asset_path: z
    .string()
    .max(255)
    .regex(/^\/[\w./-]+$/)
    .optional(),
  link_type: z.enum(RELEASE_LINK_TYPES).default('other'),
});
export type ReleaseLinkInput = z.output<typeof link>;

export const createReleaseLinkInput = link;
export const updateReleaseLinkInput = link.partial().extend({ link_type: z.enum(RELEASE_LINK_TYPES).optional() });
/** Titles of milestones of the project or of groups above it. */
const milestones = z.array(filledText.max(255)).max(100);

const fields = {
  name: z.string().max(255).optional(),
  description: z.string().max(MAX_TEXT).optional(),
  released_at: timeInput.optional(),
};

export const releaseParams = z.object({ tag_name: z.string().min(1).max(255) });
export const releaseLinkParams = releaseParams.extend({ link_id: idInput });
export const listReleasesInput = z.strictObject({
  ...pagingInput,
  order_by: z.enum(['released_at', 'created_at']).default('released_at'),
  sort: z.enum(['asc', 'desc']).default('desc'),
  include_html_description: z.coerce.boolean().optional(),
});
export const listGroupReleasesInput = z.strictObject({
  ...pagingInput,
  sort: z.enum(['asc', 'desc']).default('desc'),
  /** Without commits, milestones, assets and evidence. */
  simple: boolInput.optional(),
});
export const createReleaseInput = z.strictObject({
  ...fields,
  tag_name: filledText.max(255),
  tag_message: z.string().max(MAX_TEXT).nullish(),
  ref: filledText.max(1_024).nullish(),
  assets: z.strictObject({ links: z.array(link).max(MAX_LINKS).default([]) }).optional(),
  milestones: milestones.optional(),
});
export const updateReleaseInput = z.strictObject({
  ...fields,
  /** All links, in place of those that it has. */
  assets: z.strictObject({ links: z.array(link).max(MAX_LINKS) }).optional(),
  milestones: milestones.optional(),
});

const time = z.iso.datetime();
export const restReleaseLink = z.strictObject({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  direct_asset_url: z.string(),
  link_type: z.enum(RELEASE_LINK_TYPES),
});
export const restRelease = z.strictObject({
  tag_name: z.string(),
  name: z.string(),
  description: z.string(),
  description_html: z.string().optional(),
  created_at: time,
  released_at: time,
  upcoming_release: z.boolean(),
  author: restUserBasic.nullable(),
  commit: restCommit.nullable(),
  commit_path: z.string(),
  tag_path: z.string(),
  milestones: z.array(restMilestone.extend({ issue_stats: z.strictObject({ total: z.number(), closed: z.number() }) })),
  assets: z.strictObject({
    count: z.number(),
    sources: z.array(z.strictObject({ format: z.string(), url: z.string() })),
    links: z.array(restReleaseLink),
  }),
  evidences: z.array(z.strictObject({ sha: z.string(), filepath: z.string(), collected_at: time })),
  _links: z.strictObject({ self: z.string() }),
});
export type RestRelease = z.output<typeof restRelease>;
