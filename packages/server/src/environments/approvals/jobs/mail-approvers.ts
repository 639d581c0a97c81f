import type { Extensions } from '../../../platform/extensions.ts';
import { findMailAddress, findUser, listActingUsers } from '../../../accounts/index.ts';
import { type Context, transact } from '../../../platform/context.ts';
import { onEvent } from '../../../platform/events.ts';
import { sendMail } from '../../../platform/mail/mailer.ts';
import { accessesOfUsers, hasMail } from '../../../projects/index.ts';
import { storedCommits } from '../../../repositories/index.ts';
import { type DeploymentAccess, getDeploymentAccess } from '../../environment-access.ts';
import { deploymentPath } from '../../render/to-page.ts';
import { loadApprovable } from '../operations/approve-deployment.ts';
import { approverCandidates } from '../store/approval-store.ts';

/** So many members are looked at, those whom the rules name first, and so many get a mail. */
const MAX_CANDIDATES = 200;
const MAX_MAILS = 20;

/** Those who can approve the deployment, without the user who started it. */
async function approversOf(ctx: Context, found: DeploymentAccess): Promise<number[]> {
  const { deployment, access } = found;
  const ids = await approverCandidates(ctx.db, access.project.id, MAX_CANDIDATES);
  const users = await listActingUsers(ctx, ids);
  const accesses = await accessesOfUsers(ctx, access.project, users);
  const approvers: number[] = [];
  for (const id of ids) {
    const actor = users.find((each) => each.id === id);
    const own = accesses.get(id);
    if (!actor || !own || id === deployment.user_id) continue;
    const { mine } = await loadApprovable({ ...ctx, actor }, { ...found, access: own });
    if (mine.length > 0) approvers.push(id);
    if (approvers.length >= MAX_MAILS) break;
  }
  return approvers;
}

/** Names that anyone may choose do not stand in the subject. */
async function mailOf(ctx: Context, { deployment, environment, access }: DeploymentAccess) {
  const { full_path: fullPath } = access.project;
  const user = deployment.user_id === null ? undefined : await findUser(ctx, deployment.user_id);
  const commit = (await storedCommits(ctx, access, [deployment.sha])).get(deployment.sha);
  const what = `${deployment.sha.slice(0, 8)}${commit ? ` (${commit.subject.slice(0, 200)})` : ''}`;
  const by = user ? `${user.name} (@${user.username})` : 'A user';
  return {
    subject: `A deployment of ${fullPath} waits for your approval`,
    text: `${by} wants to deploy ${what} of ${deployment.ref} to ${environment.name} in ${fullPath}.\n\nTo approve or reject the deployment, go to: ${ctx.config.url}${deploymentPath(fullPath, environment.id, deployment.iid)}\n\nTributary at ${ctx.config.url}\n`,
  };
}

export const approvalsMailApprovers: Extensions = [
  /** Approvers hear once of a deployment that waits for them. */
  onEvent('deployment.changed', 'environments-mail-approvers', async (ctx, { data }) => {
    if (data.status !== 'blocked' || data.before === 'blocked') return;
    const found = await getDeploymentAccess(ctx, data.projectId, data.deploymentId);
    const { project } = found.access;
    if (found.deployment.status !== 'blocked') return;
    if (!(await hasMail(ctx.db, { projectId: project.id, namespaceId: project.namespace_id }))) return;
    const approvers = await approversOf(ctx, found);
    const mail = await mailOf(ctx, found);
    await transact(ctx, async (inner) => {
      for (const id of approvers) {
        const to = await findMailAddress(inner, id);
        if (to !== undefined) await sendMail(inner, { to, ...mail });
      }
    });
  }),
];
