import { beforeAll, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { isScriptOf } from '../testing/built-scripts.ts';
import { beginJourney } from '../testing/journey.ts';
import { hasKeyboard, topAtRest } from '../testing/idle.ts';
import type { TestUser, Project } from '../testing/world.ts';

const journey = beginJourney();
let ann: TestUser;
let ben: TestUser;
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
  // The text was written again; who ticks goes on from where they are.
  await hasKeyboard(box);
  expect(await mine.page.getByRole('checkbox', { name: 'print' }).isDisabled()).toBe(true);

  await mine.page.getByRole('checkbox', { name: 'in a comment' }).click();
  const noted = theirs.page.getByRole('checkbox', { name: 'in a comment' });
  await expect.poll(() => noted.isChecked()).toBe(true);
  // Ben may change the issue, not what Ann said.
  expect(await noted.isDisabled()).toBe(true);
  expect(await findBarriers(mine.page)).toEqual([]);
  expect([...mine.problems, ...theirs.problems]).toEqual([]);
});

const DRAWN = `$\`\\frac{1}{2}\`$ and $\\unknown$

\`\`\`mermaid
graph TD
  A[Start] --> B{Choice}
  B -->|yes| C[End]
\`\`\`

\`\`\`mermaid
graph TD
  A["<img src=x onerror=alert(1)>"] --> B
  click A "javascript:alert(1)"
\`\`\`

\`\`\`mermaid
this is no diagram
\`\`\`
`;

test('formulas and diagrams are drawn, in the looks of the page, and what cannot be drawn says why', async () => {
  const { path } = await newIssue('Drawn', DRAWN);
  const { page, problems } = await journey.open(ann);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(path);
  await page.locator('.formula mfrac').waitFor({ state: 'attached' });
  expect(
    await page.locator('.formula .katex-html').evaluate((element) => getComputedStyle(element).fontFamily),
  ).toContain('KaTeX');
  await page.locator('.formula-error', { hasText: String.raw`Undefined control sequence: \unknown` }).waitFor();

  const pictures = page.locator('.diagram img');
  await expect.poll(() => pictures.count()).toBe(2);
  const sizes = () =>
    pictures.evaluateAll((all) => all.map((each) => each instanceof HTMLImageElement && each.naturalWidth));
  await expect.poll(async () => (await sizes()).every((width) => Number(width) > 0)).toBe(true);
  await page.getByText('Cannot render this diagram').waitFor();
  await page.locator('.diagram pre', { hasText: 'this is no diagram' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);

  // Drawn again for the dark, in the same place.
  const before = await pictures.first().getAttribute('src');
  const height = await page
    .locator('.diagram-box')
    .first()
    .evaluate((element) => element.clientHeight);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => pictures.first().getAttribute('src')).not.toBe(before);
  await expect
    .poll(() =>
      page
        .locator('.diagram-box')
        .first()
        .evaluate((element) => element.clientHeight),
    )
    .toBe(height);

  await page.getByRole('button', { name: 'Show source' }).first().click();
  await page.locator('.diagram pre', { hasText: 'B{Choice}' }).waitFor();
  await page.getByRole('button', { name: 'Show diagram', exact: true }).first().click();
  await expect.poll(() => pictures.count()).toBe(2);
  expect(dialogs).toEqual([]);
  // What the policy of the frame refused is told too; that of the page, which names a nonce, had nothing to refuse.
  expect(problems.filter((text) => !text.includes("'script-src 'sha256-"))).toEqual([]);
});

test('what follows a formula stays where it is when the formula is drawn', async () => {
  const formulas = [
    'x^2',
    String.raw`\frac{a^2}{b_1}`,
    String.raw`\sum_{i=0}^{n} i`,
    String.raw`\begin{aligned} a &= b \\ c &= d \\ e &= f \end{aligned}`,
    '\\begin{pmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{pmatrix}',
  ];
  const text = formulas.map((each, at) => `$$\n${each}\n$$\n\nAfter formula ${at}.`).join('\n\n');
  const { path } = await newIssue('Reserved', text);
  const { page } = await journey.open(ben);
  const held = Promise.withResolvers<void>();
  await page.route(isScriptOf('src/ui/formulas.ts'), async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path);
  await page.getByText('After formula 4.').waitFor();
  const places = () =>
    page.getByText(/^After formula \d\.$/).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  await page.evaluate(() => document.fonts.ready);
  await topAtRest(page.getByText('After formula 4.'));
  const before = await places();
  expect(await page.locator('pre.math').count()).toBe(formulas.length);
  held.resolve();
  await expect.poll(() => page.locator('.formula-block').count()).toBe(formulas.length);
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(places).toEqual(before);
  expect(await findBarriers(page)).toEqual([]);
});
