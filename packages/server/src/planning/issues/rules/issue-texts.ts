/** Sentences of system notes that only issues have, as verb phrases after the user's name. */

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function dateText(name: 'start' | 'due', day: string | null): string {
  return day === null ? `removed ${name} date` : `changed ${name} date to ${DAY.format(new Date(`${day}T00:00:00Z`))}`;
}

export function weightText(weight: number | null): string {
  return weight === null ? 'removed the weight' : `changed weight to **${weight}**`;
}

export function confidentialText(isConfidential: boolean): string {
  return isConfidential ? 'made the issue confidential' : 'made the issue visible to everyone';
}

/** The thread's first words, as a quotation below a list item. */
export function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `  > ${line}`.trimEnd())
    .join('\n');
}

type OpenThread = { author: string | null; url: string; body: string };

/** Description of an issue that takes over open threads of a merge request. */
export function followUpDescription(reference: string, threads: readonly OpenThread[]): string {
  const noun = threads.length === 1 ? 'discussion' : 'discussions';
  const items = threads.map(({ author, url, body }) => {
    const who = author === null ? 'Someone' : `@${author}`;
    return `- [ ] ${who} started a [discussion](${url}):\n\n${quoted(body)}`;
  });
  return `The following ${noun} from ${reference} should be addressed:\n\n${items.join('\n\n')}`;
}
