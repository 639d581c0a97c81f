import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import type { Person, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: Person;
let ben: Person;
let project: Project;

beforeAll(async () => {
  [ann, ben] = [await journey.world.person('ann', 'Ann Author'), await journey.world.person('ben', 'Ben Reader')];
  project = await journey.world.project(ann, 'kit', { members: [{ person: ben, level: 30 }] });
});

async function newIssue(title: string, description: string): Promise<{ iid: number; path: string }> {
  const { iid } = await ann.rest.post<{ iid: number }>(`/projects/${project.id}/issues`, { title, description });
  return { iid, path: `/${project.path}/-/issues/${iid}` };
}

test('a checklist is ticked with the keyboard, told in the activity, and seen by others at once', async () => {
  const { iid, path } = await newIssue('Checklist', 'Plan\n\n- [ ] write\n- [x] test\n- [~] print');
  await ann.rest.post(`/projects/${project.id}/issues/${iid}/notes`, { body: '- [ ] in a comment' });
  const [mine, theirs] = [await journey.open(ann), await journey.open(ben, { width: 390 })];
  await Promise.all([mine.page.goto(path), theirs.page.goto(path)]);
  const box = mine.page.getByRole('checkbox', { name: 'write' });
  const seen = theirs.page.getByRole('checkbox', { name: 'write' });
  await seen.waitFor();
  await box.focus();
  await mine.page.keyboard.press('Space');
  await mine.page.getByText('2 of 2 checklist items completed').waitFor();
  await expect.poll(() => seen.isChecked()).toBe(true);
  await mine.page.getByText('marked the checklist item write as completed').waitFor();
  // The text was written anew; who ticks goes on from where they are.
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await mine.page.getByRole('checkbox', { name: 'print' }).isDisabled()).toBe(true);

  await mine.page.getByRole('checkbox', { name: 'in a comment' }).click();
  const noted = theirs.page.getByRole('checkbox', { name: 'in a comment' });
  await expect.poll(() => noted.isChecked()).toBe(true);
  // Ben may change the issue, not what Ann said.
  expect(await noted.isDisabled()).toBe(true);
  expect(await findBarriers(mine.page)).toEqual([]);
  expect([...mine.problems, ...theirs.problems]).toEqual([]);
});
