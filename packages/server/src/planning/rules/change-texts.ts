/** Sentences of system notes, as verb phrases after the user's name. Names in them are Markdown references. */

type Named = { username: string };

const mentions = (people: readonly Named[]) => {
  const names = people.map((person) => `@${person.username}`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

export type UsersChange = { added: readonly Named[]; removed: readonly Named[] };

export function assigneesText({ added, removed }: UsersChange): string | undefined {
  const parts = [
    added.length > 0 ? `assigned to ${mentions(added)}` : '',
    removed.length > 0 ? `unassigned ${mentions(removed)}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

export function reviewersText({ added, removed }: UsersChange): string | undefined {
  const parts = [
    added.length > 0 ? `requested review from ${mentions(added)}` : '',
    removed.length > 0 ? `removed review request for ${mentions(removed)}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

export function labelsText(added: readonly string[], removed: readonly string[]): string | undefined {
  const labels = (names: readonly string[]) =>
    `${names.map((name) => (/^[\w.:-]+$/.test(name) ? `~${name}` : `~"${name}"`)).join(' ')} ${names.length === 1 ? 'label' : 'labels'}`;
  const parts = [
    added.length > 0 ? `added ${labels(added)}` : '',
    removed.length > 0 ? `removed ${labels(removed)}` : '',
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' and ') : undefined;
}

export function milestoneText(title: string | null): string {
  return title === null ? 'removed milestone' : `changed milestone to %"${title}"`;
}

/** Both titles as Markdown, with what differs marked. */
export function titleText({ before, after }: { before: string; after: string }): string {
  return `changed title from **${before}** to **${after}**`;
}
