/** A step of the instructions for an empty repository: what it is for, and the commands to copy. */
export type PushInstruction = { title: string; commands: string };

/** A word of a shell command; plain words stay as they are. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export type PushTarget = { url: string; branch: string; folder: string };

/** Three ways to bring something into an empty repository. Each is complete and can be pasted as it is. */
export function pushInstructions(target: PushTarget): PushInstruction[] {
  const url = shellWord(target.url);
  const branch = shellWord(target.branch);
  return [
    {
      title: 'Start a new repository',
      commands: [
        `git clone ${url} ${shellWord(target.folder)}`,
        `cd ${shellWord(target.folder)}`,
        `git switch --create ${branch}`,
        'touch README.md',
        'git add README.md',
        'git commit --message "Add README"',
        `git push --set-upstream origin ${branch}`,
      ].join('\n'),
    },
    {
      title: 'Push an existing folder',
      commands: [
        'cd existing_folder',
        `git init --initial-branch=${branch}`,
        `git remote add origin ${url}`,
        'git add .',
        'git commit --message "Initial commit"',
        `git push --set-upstream origin ${branch}`,
      ].join('\n'),
    },
    {
      title: 'Push an existing repository',
      commands: [
        'cd existing_repository',
        'git remote rename origin old-origin',
        `git remote add origin ${url}`,
        'git push --set-upstream origin --all',
        'git push --set-upstream origin --tags',
      ].join('\n'),
    },
  ];
}
