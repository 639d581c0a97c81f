import { escapeMarkdown } from '../../discussions/index.ts';
import { splitMessage } from '../rules/default-texts.ts';
import type { ListedCommit } from '../rules/system-texts.ts';

/** As system notes name it: its title as it is, whatever Markdown that would be. */
export function listedCommit({ sha, message }: { sha: string; message: string }): ListedCommit {
  return { sha, title: escapeMarkdown(splitMessage(message).subject.slice(0, 200)) };
}
