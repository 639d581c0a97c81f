import { lineKinds } from '@tributary/contract/discussions/line-kinds.ts';

/** Open, done, or crossed out as not applicable any more. */
export type TaskState = 'open' | 'done' | 'inapplicable';

export type SourceTask = {
  /** Line of the source, from 1. */
  line: number;
  state: TaskState;
  /** What stands after the box. */
  text: string;
};

export type TaskChange = {
  line: number;
  /** The whole line as the user saw it; when it differs by more than its box, someone changed the text meanwhile. */
  lineSource: string;
  checked: boolean;
};

const ITEM = /^((?:[ \t]|>)*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[)([ xX~])(\](?:[ \t\r][^\n]*|$))$/;
const STATES: Record<string, TaskState> = { ' ': 'open', '~': 'inapplicable' };

/**
 * The tasks of a text by its lines, without rendering it: what stands in code blocks, comments or indented as code is not
 * one. Lists of many texts count with it.
 */
export function listTasks(source: string): SourceTask[] {
  const lines = source.split('\n');
  const kinds = lineKinds(lines);
  return lines.flatMap((line, index) => {
    const match = kinds[index] === 'begin' ? ITEM.exec(line) : null;
    if (!match) return [];
    return [{ line: index + 1, state: STATES[match[2] ?? ''] ?? 'done', text: (match[3] ?? '').slice(1).trim() }];
  });
}

/** How far a text's tasks are; those that do not apply any more do not count. */
export function countTasks(source: string): { count: number; completed: number } {
  // Most texts have none: no line is looked at for them.
  if (!source.includes('[')) return { count: 0, completed: 0 };
  const counted = listTasks(source).filter((task) => task.state !== 'inapplicable');
  return { count: counted.length, completed: counted.filter((task) => task.state === 'done').length };
}

/**
 * The source with one box ticked or cleared and nothing else changed; the same source when it is so already; null when that
 * line is no longer the task that the user saw.
 */
export function setTask(source: string, change: TaskChange): string | null {
  const lines = source.split('\n');
  const line = lines[change.line - 1];
  const task = listTasks(source).find((each) => each.line === change.line);
  if (line === undefined || !task || task.state === 'inapplicable') return null;
  if (withoutBox(line) !== withoutBox(change.lineSource)) return null;
  if ((task.state === 'done') === change.checked) return source;
  lines[change.line - 1] = line.replace(ITEM, (_whole, before: string, _box: string, after: string) => {
    return `${before}${change.checked ? 'x' : ' '}${after}`;
  });
  return lines.join('\n');
}

/** The tasks that were ticked or cleared between two texts, when nothing else changed; null when something else did. */
export function changedTasks(before: string, after: string): SourceTask[] | null {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  if (old.length !== fresh.length || old.some((line, index) => withoutBox(line) !== withoutBox(fresh[index] ?? '')))
    return null;
  const states = new Map(listTasks(before).map((task) => [task.line, task.state]));
  const changed = listTasks(after).filter((task) => {
    const state = states.get(task.line);
    return state !== undefined && state !== task.state;
  });
  const differing = old.filter((line, index) => line !== fresh[index]).length;
  const isTold = changed.every((task) => task.state !== 'inapplicable' && states.get(task.line) !== 'inapplicable');
  return changed.length === differing && isTold ? changed : null;
}

/** For comparing: the line without what stands in its box, and without its end. */
function withoutBox(line: string): string {
  return line.replace(ITEM, '$1$3').trimEnd();
}
