import type { Story } from '../story.ts';

const GUIDE = `# Move an instance to another machine

What you need is the data directory, or a backup made with \`tributary backup\`. Everything else can be installed again.

1. On the old machine: \`npx tributary backup /srv/moving\`. The service may keep running, but what is pushed from now
   on is not in the copy; stop it first if nothing may be lost.
2. Copy the folder, and the file \`secret.key\` of the data directory *by another way*. Who has both can read the
   stored secrets.
3. On the new machine: clone, then \`npx tributary restore /srv/moving\`.
4. Put \`secret.key\` back into the data directory, readable by its owner alone.
5. \`npm start\`, and look at \`/-/readiness\`.
6. Change the name in the DNS last, when you have seen the new one work.

Clones that people have keep working: the address stays the same.
`;

const moveInstance: Story = {
  branch: 'guide-move-an-instance',
  author: 'ann',
  title: 'Explain how to move an instance',
  description: 'We did it last week and had to find out the order by ourselves. Here it is, for the next one.',
  labels: ['documentation'],
  assignees: ['ann'],
  reviewers: ['ingrid', 'tomas'],
  rounds: [
    [
      {
        daysAgo: 2,
        message: 'Explain how to move an instance to another machine',
        edits: [{ path: 'docs/guides/move-an-instance.md', create: GUIDE }],
      },
    ],
  ],
  turns: [
    {
      by: 'ingrid',
      thread: 'key',
      on: { path: 'docs/guides/move-an-instance.md', line: 'by another way' },
      says: 'Could we say what happens if the key is *lost*? People will be in that situation when they read this.',
    },
    {
      by: 'ann',
      answers: 'key',
      says: 'Everybody makes new tokens and sets up their second factor again; the repositories are fine. I will add a line.',
    },
    {
      by: 'tomas',
      thread: 'check',
      on: { path: 'docs/guides/move-an-instance.md', line: '/-/readiness' },
      says: 'And `npx tributary doctor` before the start? It found the wrong owner of my data directory at once.',
    },
    { by: 'ann', answers: 'check', says: 'Good idea, as step 5.' },
    { by: 'ann', resolves: 'check' },
  ],
};

const editorSettings: Story = {
  branch: 'editor-settings',
  author: 'jun',
  title: 'Tell editors how we indent',
  description: 'The formatter puts it right anyway, but then the whole file jumps when it is saved.',
  labels: ['maintenance'],
  assignees: ['jun'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 5,
        message: 'Tell editors how we indent',
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
      says: 'The table of permissions is separated by tabs. With this, my editor turns them into spaces. Please add `[*.tsv]` with `indent_style = tab`.',
    },
  ],
};

export const tributaryStories: readonly Story[] = [moveInstance, editorSettings];
