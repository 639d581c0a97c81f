import type { Extension, Extensions } from '../../platform/extensions.ts';
import { weightIn } from '@tributary/contract/planning/weight-in.ts';
import { type ActionResult, defineQuickAction, type Noteable } from '../../discussions/index.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, type Container, projectOf, todayOf } from '../../projects/index.ts';
import { defineCommonActions } from '../quick-actions/common-actions.ts';
import { fullPathOf, readDay, readIssues, refuseCommand } from '../quick-actions/read-args.ts';
import {
  canAdminIssue,
  canCloseIssue,
  canSubscribeToIssue,
  canLockIssue,
  canOnNewIssue,
  canReopenIssue,
  canUpdateIssue,
  type RightOnNewIssue,
} from './abilities.ts';
import { findIssueAccess, getIssue, type IssueAccess, issueReference } from './issue-access.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { usersForIssue } from './users-for-issue.ts';
import { closeIssue, reopenIssue } from './operations/change-issue-state.ts';
import { setIssueSubscribed } from './operations/set-issue-subscribed.ts';
import { linkIssues, unlinkIssues } from './operations/link-issues.ts';
import { markDuplicate } from './operations/mark-duplicate.ts';
import { cloneIssue, moveIssue } from './operations/move-issue.ts';
import { trackIssueTime } from './operations/track-issue-time.ts';
import { updateIssue, type IssueUpdateInput } from './operations/update-issue.ts';
import { isFollowing } from './reads/issue-participants.ts';
import { refusalOfWeight } from './rules/check-weight.ts';
import { findIssueById } from './store/issues.ts';
import { findLinkBetween, listIssueLinks } from './store/links.ts';
import { listIssueAssignees, listIssueLabelIds } from './store/participants.ts';

const labelIdsOf = async (ctx: Context, id: number) =>
  (await listIssueLabelIds(ctx.db, [id])).map((each) => each.labelId);

async function rights(ctx: Context, noteable: Noteable) {
  const found = await findIssueAccess(ctx, noteable.id);
  const may = (check: typeof canUpdateIssue) => found !== undefined && check(ctx.actor, found) === null;
  return {
    update: may(canUpdateIssue),
    admin: may(canAdminIssue),
    lock: may(canLockIssue),
    close: may(canCloseIssue),
    reopen: may(canReopenIssue),
    subscribe: may(canSubscribeToIssue),
  };
}

const FOR_NEW: Record<string, RightOnNewIssue> = {
  due: 'metadata',
  weight: 'metadata',
  confidential: 'create',
  relate: 'admin',
  blocks: 'admin',
  blocked_by: 'admin',
};

type Parts = {
  description: string;
  aliases?: string[];
  params?: string;
  /** Is there something for it to do? */
  isApt?: (found: IssueAccess, ctx: Context) => boolean | Promise<boolean>;
  explain: (args: string) => string;
  run: (ctx: Context, noteable: Noteable, args: string) => Promise<ActionResult>;
};

/** For those who work in the project. */
function define(name: string, { isApt, ...parts }: Parts): Extension {
  return () => {
    const onNew = FOR_NEW[name];
    defineQuickAction({
      ...parts,
      name,
      types: [ISSUE_NOTEABLE],
      isAvailable: async (ctx, { id }) => {
        const found = await findIssueAccess(ctx, id);
        if (!found || canAdminIssue(ctx.actor, found) !== null) return false;
        return isApt === undefined || isApt(found, ctx);
      },
      ...(onNew && { isForNew: (ctx: Context, place: Container) => canOnNewIssue(ctx, projectOf(place), onNew) }),
    })();
  };
}

function defineField(
  name: string,
  parts: Omit<Parts, 'run'> & { wish: (ctx: Context, args: string) => Omit<IssueUpdateInput, 'issueId'>; done: string },
): Extension {
  return () => {
    const { wish, done, ...rest } = parts;
    define(name, {
      ...rest,
      run: async (ctx, { id, isNew }, args) => {
        await updateIssue(ctx, { issueId: id, isNew, ...wish(ctx, args) });
        return { message: done.replace('{args}', args) };
      },
    })();
  };
}

/** The other issue as the actor may see it; what is hidden is not there. */
async function others(ctx: Context, noteable: Noteable, args: string) {
  const named = readIssues(args);
  if (named.length === 0) refuseCommand('no issue was specified');
  return Promise.all(
    named.map(async ({ path, iid }) => {
      const access =
        path === undefined ? projectOf(noteable.place) : await getProjectAccess(ctx, fullPathOf(noteable, path));
      return getIssue(ctx, access, iid);
    }),
  );
}

export const issuesQuickActions: Extensions = [
  defineCommonActions({
    type: ISSUE_NOTEABLE,
    noun: 'issue',
    can: rights,
    canOnNew: canOnNewIssue,
    isLocked: async (ctx, id) => (await findIssueById(ctx.db, id))?.is_discussion_locked ?? false,
    isSubscribed: async (ctx, id) => {
      const found = await findIssueAccess(ctx, id);
      return found !== undefined && isFollowing(ctx, found);
    },
    assigneeIds: async (ctx, id) => (await listIssueAssignees(ctx.db, [id])).map((each) => each.userId),
    whoCanSee: usersForIssue,
    labelIds: labelIdsOf,
    milestoneId: async (ctx, id) => (await findIssueById(ctx.db, id))?.milestone_id ?? null,
    update: (ctx, { id, isNew }, wish) => updateIssue(ctx, { issueId: id, isNew, ...wish }),
    changeState: (ctx, issueId, event) => (event === 'close' ? closeIssue : reopenIssue)(ctx, { issueId }),
    track: (ctx, issueId, change) => trackIssueTime(ctx, { issueId, change }),
    subscribe: (ctx, issueId, isSubscribed) => setIssueSubscribed(ctx, { issueId, isSubscribed }),
    kind: 'issue',
    findMetadata: async (ctx, access, iid) => {
      const { row } = await getIssue(ctx, access, iid);
      return { labelIds: await labelIdsOf(ctx, row.id), milestoneId: row.milestone_id };
    },
  }),
  defineField('due', {
    description: 'Set due date',
    aliases: ['due_date'],
    params: '<in 2 days | this Friday | December 31st>',
    explain: (args) => `Sets the due date to ${args}.`,
    wish: (ctx, args) => ({ dueDate: readDay(args, todayOf(ctx)) }),
    done: 'Set the due date to {args}.',
  }),
  defineField('remove_due_date', {
    description: 'Remove due date',
    isApt: ({ row }) => row.due_date !== null,
    explain: () => 'Removes the due date.',
    wish: () => ({ dueDate: null }),
    done: 'Removed the due date.',
  }),
  defineField('confidential', {
    description: 'Make issue confidential',
    isApt: ({ row }) => !row.is_confidential,
    explain: () => 'Makes this issue confidential.',
    wish: () => ({ isConfidential: true }),
    done: 'Made this issue confidential.',
  }),
  defineField('weight', {
    description: 'Set weight',
    params: '0, 1, 2, …',
    explain: (args) => `Sets weight to ${args}.`,
    wish: (_ctx, args) => {
      const weight = weightIn(args);
      const refusal = refusalOfWeight(weight);
      return refusal === undefined ? { weight } : refuseCommand(`weight ${refusal}`);
    },
    done: 'Set weight to {args}.',
  }),
  defineField('clear_weight', {
    description: 'Clear weight',
    isApt: ({ row }) => row.weight !== null,
    explain: () => 'Clears weight.',
    wish: () => ({ weight: null }),
    done: 'Cleared weight.',
  }),
  () => {
    for (const [name, type, verb] of [
      ['relate', 'relates_to', 'related to'],
      ['blocks', 'blocks', 'blocking'],
      ['blocked_by', 'is_blocked_by', 'blocked by'],
    ] as const) {
      define(name, {
        description: `Mark this issue as ${verb} other issues`,
        params: '#issue | group/project#issue | issue URL',
        explain: (args) => `Marks this issue as ${verb} ${args}.`,
        run: async (ctx, noteable, args) => {
          for (const { row } of await others(ctx, noteable, args))
            await linkIssues(ctx, { issueId: noteable.id, targetId: row.id, type });
          return { message: `Marked this issue as ${verb} ${args}.` };
        },
      })();
    }
  },
  define('unlink', {
    description: 'Remove link with another issue',
    isApt: async ({ row }, ctx) => (await listIssueLinks(ctx.db, row.id)).length > 0,
    params: '#issue | group/project#issue | issue URL',
    explain: (args) => `Removes link with ${args}.`,
    run: async (ctx, noteable, args) => {
      for (const { row } of await others(ctx, noteable, args)) {
        const link = await findLinkBetween(ctx.db, noteable.id, row.id);
        await unlinkIssues(ctx, { issueId: noteable.id, linkId: link?.id ?? refuseCommand('the link does not exist') });
      }
      return { message: `Removed link with ${args}.` };
    },
  }),
  define('duplicate', {
    description: 'Mark this issue as a duplicate of another issue',
    isApt: (found, { actor }) => canCloseIssue(actor, found) === null,
    params: '#issue | group/project#issue | issue URL',
    explain: (args) => `Closes this issue. Marks as related to, and a duplicate of, ${args}.`,
    run: async (ctx, noteable, args) => {
      const [original] = await others(ctx, noteable, args);
      if (!original || original.row.id === noteable.id)
        return refuseCommand('an issue cannot be a duplicate of itself');
      await markDuplicate(ctx, { issueId: noteable.id, originalId: original.row.id });
      return { message: `Closed this issue. Marked as related to, and a duplicate of, ${args}.` };
    },
  }),
  () => {
    for (const [name, copy, verb] of [
      ['move', moveIssue, 'Moved'],
      ['clone', cloneIssue, 'Cloned'],
    ] as const) {
      define(name, {
        description: `${name === 'move' ? 'Move' : 'Clone'} this issue to another project`,
        params: 'path/to/project',
        isApt: ({ row }) => name === 'clone' || row.moved_to_id === null,
        explain: (args) => `${name === 'move' ? 'Moves' : 'Clones'} this issue to ${args}.`,
        run: async (ctx, noteable, args) => {
          const withNotes = /--with_notes\b/.test(args);
          const path = args.replace('--with_notes', '').trim().replace(/^\//, '');
          const { project } = path === '' ? projectOf(noteable.place) : await getProjectAccess(ctx, path);
          const made = await copy(ctx, { issueId: noteable.id, toProjectId: project.id, withNotes });
          return { message: `${verb} this issue to ${issueReference(project.full_path, made.iid)}.` };
        },
      })();
    }
  },
];
