import { expect, test } from 'vitest';
import { ownerAndNonMember } from '../../../testing/scenes.ts';
import type { TestUser } from '../../accounts/testing.ts';

const { scene, call, page } = ownerAndNonMember({ path: 'hidden', visibility: 'private' });

test('the description of a group links to what its reader may see, and only to that', async () => {
  const { iid } = (await call('POST', `/projects/${scene.project.id}/issues`, scene.owner, { title: 'A secret plan' }))
    .body;
  const description = `See ${scene.project.full_path}#${iid}, ask @owner, and #1 means nothing here.`;
  const group = await call('POST', '/groups', scene.owner, {
    name: 'G',
    path: 'g-of-texts',
    visibility: 'public',
    description,
  });
  expect(group.status).toBe(201);
  const shown = async (as: TestUser) => (await page('/g-of-texts', as)).body.data.group.descriptionHtml as string;
  const own = await shown(scene.owner);
  expect(own).toContain(`href="/${scene.project.full_path}/-/issues/${iid}"`);
  expect(own).toContain('href="/owner"');
  const others = await shown(scene.stranger);
  expect(others).not.toContain('/-/issues/');
  expect(others).not.toContain('A secret plan');
  expect(others).toContain(`${scene.project.full_path}#${iid}`);
  expect(others).toContain('href="/owner"');
  expect(others).toContain('#1 means nothing');
});
