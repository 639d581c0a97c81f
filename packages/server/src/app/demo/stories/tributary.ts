import type { Story } from '../story.ts';

const GUIDE = `# Move an instance to another machine

You need the data directory, or a backup created with \`tributary backup\`. Everything else can be reinstalled.

1. On the old machine: \`npx tributary backup /srv/moving\`. The service can keep running, but pushes after this point
   are not in the backup. Stop the service first to avoid losing data.
2. Copy the folder. Copy \`secret.key\` from the data directory *separately*, because anyone who has both can read the
   stored secrets.
3. On the new machine: clone the repository, then run \`npx tributary restore /srv/moving\`.
4. Copy \`secret.key\` to the data directory, readable only by its owner.
5. Run \`npm start\` and check \`/-/readiness\`.
6. Update the DNS record after you have verified that the new instance works.

Existing clones keep working because the URL stays the same.
`;

const moveInstance: Story = {
  branch: 'guide-move-an-instance',
  author: 'ann',
  title: 'Document how to move an instance',
  description:
    'We moved our instance last week and had to work out the steps ourselves. This documents them for the next time.',
  labels: ['documentation'],
  assignees: ['ann'],
  reviewers: ['ingrid', 'tomas'],
  rounds: [
    [
      {
        daysAgo: 2,
        message: 'Document how to move an instance to another machine',
        edits: [{ path: 'docs/guides/move-an-instance.md', create: GUIDE }],
      },
    ],
  ],
  turns: [
    {
      by: 'ingrid',
      thread: 'key',
      on: { path: 'docs/guides/move-an-instance.md', line: 'separately' },
      says: 'Can we also say what happens if the key is *lost*? Some people will read this in exactly that situation.',
    },
    {
      by: 'ann',
      answers: 'key',
      says: "Everyone has to create new tokens and set up two-factor authentication again. The repositories are fine. I'll add a line.",
    },
    {
      by: 'tomas',
      thread: 'check',
      on: { path: 'docs/guides/move-an-instance.md', line: '/-/readiness' },
      says: 'Should we also run `npx tributary doctor` before starting? It immediately found the wrong owner on my data directory.',
    },
    { by: 'ann', answers: 'check', says: "Good idea, I'll add it as step 5." },
    { by: 'ann', resolves: 'check' },
  ],
};

const editorSettings: Story = {
  branch: 'editor-settings',
  author: 'jun',
  title: 'Add .editorconfig',
  description: 'The formatter fixes indentation anyway, but then the whole file changes when you save it.',
  labels: ['maintenance'],
  assignees: ['jun'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 5,
        message: 'Add .editorconfig',
        edits: [
          {
            path: '.editorconfig',
            create:
              'root = true\n\n[*]\ncharset = utf-8\nend_of_line = lf\nindent_style = space\nindent_size = 2\ninsert_final_newline = true\nmax_line_length = 120\n',
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'sara',
      thread: 'tsv',
      on: { path: '.editorconfig', line: 'indent_style = space' },
      says: 'The permissions table is tab-separated, and with this my editor converts the tabs to spaces. Please add `[*.tsv]` with `indent_style = tab`.',
    },
  ],
};

export const tributaryStories: readonly Story[] = [moveInstance, editorSettings];
