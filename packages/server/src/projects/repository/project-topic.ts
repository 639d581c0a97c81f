import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineTopic } from '../../platform/realtime/topics.ts';
import { getProjectAccess } from '../access/project-access.ts';

/** `project:<id>`: refs moved, protection changed, a fork's repository arrived. For everyone who may see the project. */
defineTopic('project', async (ctx, id) => {
  if (!/^\d{1,15}$/.test(id)) return false;
  try {
    await getProjectAccess(ctx, Number(id));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false;
    throw error;
  }
});
