import { expect, test } from 'vitest';
import {
  commitValues,
  fillMessageTemplate,
  type TemplateValues,
  TEMPLATE_VARIABLES,
  trailerLines,
} from './message-template.ts';

const empty = Object.fromEntries(TEMPLATE_VARIABLES.map((name) => [name, ''])) as TemplateValues;
const values = { ...empty, title: 'Fix %{url}', source_branch: 'fix', target_branch: 'main', reference: 'a/b!1' };

test.each([
  ['%{title} (%{reference})', 'Fix %{url} (a/b!1)'],
  ["Merge '%{source_branch}'\r\n\r\n%{issues}\r\n\r\nSee %{reference}", "Merge 'fix'\n\nSee a/b!1"],
  ['%{title}\n\n%{approved_by}\n%{reviewed_by}', 'Fix %{url}'],
  ['%{title}\n%{issues}\nEnd', 'Fix %{url}\nEnd'],
  ['Closes: %{issues}.', 'Closes: .'],
  ['%{unknown} %{title', '%{unknown} %{title'],
])('%j', (template, message) => {
  expect(fillMessageTemplate(template, values)).toBe(message);
});

test('commits give their own texts, oldest first and without merges', () => {
  const commits = [
    { message: 'Third\n\nWith more.\n', parentCount: 1 },
    { message: 'Merge main', parentCount: 2 },
    { message: 'First\n', parentCount: 1 },
  ];
  expect(commitValues('Title', commits)).toEqual({
    all_commits: '* First\n\n* Third\n\nWith more.',
    first_commit: 'First',
    first_multiline_commit: 'Third\n\nWith more.',
    first_multiline_commit_description: 'With more.',
  });
  expect(commitValues('Title', [])).toMatchObject({ first_commit: '', first_multiline_commit: 'Title' });
});

test('a trailer names each user once, and a name cannot write another line', () => {
  const ann = { name: 'Ann\nX: y', email: 'ann@example.org' };
  expect(trailerLines('Approved-by', [ann, ann])).toBe('Approved-by: Ann X: y <ann@example.org>');
});
