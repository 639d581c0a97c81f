/** One change that a changelog tells of. */
export type ChangelogEntry = {
  title: string;
  category: string;
  commitHref: string;
  /** `group/project!12`, where the commit came with a merge request. */
  mergeRequest: string | null;
};

/** Order is that in which categories first come. */
export function changelogText(version: string, date: string, entries: readonly ChangelogEntry[]): string {
  const heading = `## ${version} (${date})\n\n`;
  if (entries.length === 0) return `${heading}No changes.\n`;
  const categories = Map.groupBy(entries, (entry) => entry.category);
  const parts = [...categories].map(([category, own]) => {
    const count = own.length === 1 ? '1 change' : `${own.length} changes`;
    const lines = own.map(({ title, commitHref, mergeRequest }) => {
      const request = mergeRequest === null ? '' : ` ([merge request](${mergeRequest}))`;
      return `- [${escapeTitle(title)}](${commitHref})${request}`;
    });
    return `### ${category} (${count})\n\n${lines.join('\n')}\n`;
  });
  return heading + parts.join('\n');
}

/** A title stays text inside the brackets of a link. */
function escapeTitle(title: string): string {
  return title.replaceAll(/[\\[\]]/g, String.raw`\$&`);
}

type Numbers = readonly [number, number, number];
const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;

function numbersOf(text: string): Numbers | undefined {
  const match = VERSION.exec(text);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

function compare(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** The tag of the newest stable version before this one; undefined without any. */
export function tagBefore(version: string, tags: readonly string[]): string | undefined {
  const wanted = numbersOf(version);
  if (!wanted) return undefined;
  const older = tags.flatMap((tag) => {
    const numbers = numbersOf(tag);
    return numbers && compare(numbers, wanted) < 0 ? [{ tag, numbers }] : [];
  });
  return older.toSorted((a, b) => compare(b.numbers, a.numbers))[0]?.tag;
}

/** Puts a section where its version belongs: newest first, below whatever the file opens with. */
export function withSection(file: string, version: string, section: string): string {
  const wanted = numbersOf(version);
  for (const match of file.matchAll(/^##[ \t]+(\S+)/gm)) {
    const numbers = numbersOf(match[1] ?? '');
    if (numbers && (!wanted || compare(numbers, wanted) < 0)) {
      return `${file.slice(0, match.index)}${section}\n${file.slice(match.index)}`;
    }
  }
  const before = file === '' || file.endsWith('\n\n') ? file : `${file.trimEnd()}\n\n`;
  return before + section;
}
