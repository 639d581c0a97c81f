import type { FileChange } from './files.ts';

type Signed = { by: { name: string; email: string }; at: Date; message: string };

export type StreamedCommit = Signed & {
  ref: string;
  /** What a new branch starts from: a ref of this stream, or one of the repository followed by `^0`. */
  startFrom?: string | undefined;
  changes: readonly FileChange[];
};

export type StreamedTag = Signed & { tag: string; from: string };

function data(content: Buffer): Buffer[] {
  return [Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n')];
}

function signature({ by, at }: Signed): string {
  return `${by.name} <${by.email}> ${Math.floor(at.getTime() / 1_000)} +0000`;
}

function partsOfTag(tag: StreamedTag): Buffer[] {
  const head = `tag ${tag.tag}\nfrom ${tag.from}\ntagger ${signature(tag)}\n`;
  return [Buffer.from(head), ...data(Buffer.from(`${tag.message}\n`))];
}

function partsOfCommit(commit: StreamedCommit): Buffer[] {
  const who = signature(commit);
  const parts = [
    Buffer.from(`commit ${commit.ref}\nauthor ${who}\ncommitter ${who}\n`),
    ...data(Buffer.from(`${commit.message}\n`)),
  ];
  if (commit.startFrom !== undefined) parts.push(Buffer.from(`from ${commit.startFrom}\n`));
  for (const { path, content } of commit.changes) {
    if (content === null) parts.push(Buffer.from(`D ${path}\n`));
    else parts.push(Buffer.from(`M 100644 inline ${path}\n`), ...data(content));
  }
  return parts;
}

/** The commits as `git fast-import` reads them: a whole history in one process. Paths have no special characters. */
export function commitStream(entries: readonly (StreamedCommit | StreamedTag)[]): Buffer {
  const parts = entries.flatMap((entry) => ('tag' in entry ? partsOfTag(entry) : partsOfCommit(entry)));
  return Buffer.concat([...parts, Buffer.from('done\n')]);
}
