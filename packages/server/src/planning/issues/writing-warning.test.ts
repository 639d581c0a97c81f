import { expect, test } from 'vitest';
import { ownerAndNonMember } from '../../../testing/scenes.ts';
import type { TestUser } from '../../accounts/testing.ts';

const { scene, call, page } = ownerAndNonMember({ path: 'app', visibility: 'public' });

const PEOPLE = 'People without permission will never get a notification';

test.each([
  [{}, null],
  [{ confidential: true }, `This is a confidential issue. ${PEOPLE}.`],
  [{ discussion_locked: true }, 'This issue is locked. Only project members can comment.'],
  [
    { confidential: true, discussion_locked: true },
    `This issue is confidential and locked. ${PEOPLE} and won’t be able to comment.`,
  ],
])('who writes on an issue with %j is warned: %s', async (change, warning) => {
  const { iid } = (await call('POST', `/projects/${scene.project.id}/issues`, scene.owner, { title: 'Quiet' })).body;
  if (Object.keys(change).length > 0)
    await call('PUT', `/projects/${scene.project.id}/issues/${iid}`, scene.owner, change);
  const notesFor = async (as: TestUser | null) => {
    const shown = await page(`/${scene.project.full_path}/-/issues/${iid}`, as);
    return shown.status === 404 ? null : shown.body.data.notes;
  };
  const told = (await notesFor(scene.owner)).warning;
  expect(told?.text ?? null).toBe(warning);
  if (told) expect(told.docsPath).toMatch(/^\/help\//);
  const others = await notesFor(scene.stranger);
  if ('confidential' in change) expect(others).toBeNull();
  // Who may not write is told why instead.
  else expect([others.warning, others.notice !== null]).toEqual([null, 'discussion_locked' in change]);
});
