import { EMPTY_TREE_OID } from '../objects/object-id.ts';
import { readTree } from '../objects/read-tree.ts';
import { GitError } from '../process/git-error.ts';
import { pathToBytes } from '../process/path-key.ts';
import { streamGit } from '../process/run-git.ts';

/** What a name in a directory stands for; blobs whose content is not stored yet have `content`. */
export interface FileNode {
  kind: 'file';
  mode: string;
  oid: string | null;
  content: Buffer | null;
}

interface DirectoryNode {
  kind: 'directory';
  /** The stored tree this started as. */
  oid: string;
  /** Name key → child; null until the directory is looked into. */
  children: Map<string, TreeNode> | null;
  isChanged: boolean;
}

type TreeNode = FileNode | DirectoryNode;

/**
 * A tree being edited in memory. Only directories on the way to a change are read, and only those are written, so a
 * small change in a huge repository stays small (a temporary index would hold every file).
 */
export class TreeOverlay {
  readonly #repo: string;
  readonly #root: DirectoryNode;

  constructor(repo: string, rootTreeOid: string | null) {
    this.#repo = repo;
    this.#root = { kind: 'directory', oid: rootTreeOid ?? EMPTY_TREE_OID, children: null, isChanged: false };
  }

  /** The file at a path, `'directory'`, or null. A file in the middle of the path gives `'blocked'`. */
  async look(path: string): Promise<FileNode | 'directory' | 'blocked' | null> {
    let node: TreeNode = this.#root;
    for (const name of splitPath(path)) {
      if (node.kind === 'file') return 'blocked';
      const child: TreeNode | undefined = (await this.#childrenOf(node)).get(name);
      if (child === undefined) return null;
      node = child;
    }
    return node.kind === 'directory' ? 'directory' : node;
  }

  /** Puts a file; missing directories are made. The caller has looked before. */
  async put(path: string, file: FileNode): Promise<void> {
    const names = splitPath(path);
    const last = names.pop() ?? '';
    let directory = this.#root;
    directory.isChanged = true;
    for (const name of names) {
      const children = await this.#childrenOf(directory);
      let next = children.get(name);
      if (next?.kind !== 'directory') {
        next = { kind: 'directory', oid: EMPTY_TREE_OID, children: new Map(), isChanged: true };
        children.set(name, next);
      }
      next.isChanged = true;
      directory = next;
    }
    (await this.#childrenOf(directory)).set(last, file);
  }

  /** Removes a file, and every directory that is empty afterwards (git knows none). */
  async remove(path: string): Promise<void> {
    const trail: { directory: DirectoryNode; name: string }[] = [];
    let node: TreeNode = this.#root;
    for (const name of splitPath(path)) {
      if (node.kind === 'file') return;
      trail.push({ directory: node, name });
      const child: TreeNode | undefined = (await this.#childrenOf(node)).get(name);
      if (child === undefined) return;
      node = child;
    }
    let mayDelete = true;
    for (const { directory, name } of trail.toReversed()) {
      const children = await this.#childrenOf(directory);
      if (mayDelete) children.delete(name);
      directory.isChanged = true;
      mayDelete = children.size === 0;
    }
  }

  /** Every file whose content has to be stored. */
  unsavedFiles(): FileNode[] {
    const files: FileNode[] = [];
    const visit = (node: TreeNode): void => {
      if (node.kind === 'file') {
        if (node.oid === null) files.push(node);
      } else if (node.isChanged) node.children?.forEach(visit);
    };
    visit(this.#root);
    return files;
  }

  /** Stores the changed directories, deepest first, with one process. Returns the id of the root. */
  async write(): Promise<string> {
    if (!this.#root.isChanged) return this.#root.oid;
    const levels: DirectoryNode[][] = [];
    collectChanged(this.#root, 0, levels);
    const stream = streamGit(this.#repo, ['mktree', '-z', '--batch'], { timeoutMs: 120_000 });
    const answers = linesOf(stream.stdout)[Symbol.asyncIterator]();
    for (const level of levels.toReversed()) {
      // One level needs the ids of the next deeper one; within a level everything is asked at once.
      stream.stdin.write(Buffer.concat(level.map(encodeTree)));
      for (const directory of level) {
        const answer = await answers.next();
        if (answer.done === true) {
          await stream.finished;
          throw new GitError('failed', 'git mktree gave no answer.');
        }
        directory.oid = answer.value;
      }
    }
    stream.stdin.end();
    await stream.finished;
    return this.#root.oid;
  }

  async #childrenOf(directory: DirectoryNode): Promise<Map<string, TreeNode>> {
    if (directory.children !== null) return directory.children;
    const children = new Map<string, TreeNode>();
    for (const entry of await readTree(this.#repo, directory.oid)) {
      children.set(
        entry.path,
        entry.type === 'tree'
          ? { kind: 'directory', oid: entry.oid, children: null, isChanged: false }
          : { kind: 'file', mode: entry.mode, oid: entry.oid, content: null },
      );
    }
    directory.children = children;
    return children;
  }
}

function collectChanged(directory: DirectoryNode, depth: number, levels: DirectoryNode[][]): void {
  const level = levels[depth] ?? [];
  levels[depth] = level;
  level.push(directory);
  for (const child of directory.children?.values() ?? []) {
    if (child.kind === 'directory' && child.isChanged) collectChanged(child, depth + 1, levels);
  }
}

function encodeTree(directory: DirectoryNode): Buffer {
  const records: Buffer[] = [];
  for (const [name, child] of directory.children ?? []) {
    const [mode, type] =
      child.kind === 'directory' ? ['040000', 'tree'] : [child.mode, child.mode === '160000' ? 'commit' : 'blob'];
    records.push(Buffer.from(`${mode} ${type} ${child.oid ?? ''}\t`), pathToBytes(name), Buffer.of(0));
  }
  // An empty record ends the tree.
  records.push(Buffer.of(0));
  return Buffer.concat(records);
}

/** Components as keys of their own. */
function splitPath(path: string): string[] {
  if (!path.startsWith('//')) return path.split('/');
  // In the escaped form a slash is always a separator, and a component without escapes is plain text.
  return path
    .slice(2)
    .split('/')
    .map((part) => decodeComponent(part));
}

function decodeComponent(part: string): string {
  const bytes = pathToBytes(`//${part}`);
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : `//${part}`;
}

async function* linesOf(source: AsyncIterable<unknown>): AsyncGenerator<string> {
  let tail = '';
  for await (const chunk of source) {
    const lines = (tail + String(chunk)).split('\n');
    tail = lines.pop() ?? '';
    yield* lines;
  }
}
