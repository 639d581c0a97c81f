import { defineDescription } from '../../discussions/index.ts';
import { ISSUE_NOTEABLE } from './noteable.ts';
import { updateIssue } from './operations/update-issue.ts';

defineDescription(ISSUE_NOTEABLE, (ctx, { id }, description) => updateIssue(ctx, { issueId: id, description }));
