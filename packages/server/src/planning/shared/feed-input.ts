import { listInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';

/** What the address of a list names otherwise than the interfaces do. */
export const feedFields = {
  format: z.literal('atom').optional(),
  label_name: listInput.optional(),
  milestone_title: z.string().optional(),
};

type Named = { label_name?: string[] | undefined; milestone_title?: string | undefined };
type Filters = { labels?: string[] | undefined; milestone?: string | undefined };

/** The filters of a feed, whose address may be that of a list. */
export function feedFilters<T extends Named & Filters>(input: T): T {
  return {
    ...input,
    labels: input.labels ?? input.label_name,
    milestone: input.milestone ?? input.milestone_title,
  };
}

const ABOUT_USERS = /^(?:scope$|(?:author|assignee|reviewer)_)/;

/** A feed of all projects is about the reader's own work, unless it asks for that of other users. */
export function ownWork<T extends { scope?: string | undefined }>(input: T): T {
  return Object.keys(input).some((name) => ABOUT_USERS.test(name)) ? input : { ...input, scope: 'assigned_to_me' };
}

export const isAtom = (query: URLSearchParams) => query.get('format') === 'atom';
