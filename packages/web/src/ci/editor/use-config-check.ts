import type { CheckedConfig } from '@tributary/contract/ci/config-editor.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';

/** Without typing, before the text is checked. */
const PAUSE_MS = 600;

export function checkConfig(
  projectPath: string,
  body: { content: string; branch: string; dry_run?: boolean },
): Promise<CheckedConfig> {
  return api.post<CheckedConfig>(`/${projectPath}/-/ci/editor/check`, { body });
}

export type ConfigCheck = {
  /** Of the text as it was when it was checked; stays while a newer one is on its way. */
  result: CheckedConfig | null;
  isChecking: boolean;
  /** Why it could not be checked. */
  problem: string | null;
  /** Checks what `read` gives at the next pause. */
  touch: () => void;
  checkNow: () => void;
};

/** Checks the text while it is typed. `read` gives it, undefined while there is none. */
export function useConfigCheck(
  { projectPath, branch }: { projectPath: string; branch: string },
  read: () => string | undefined,
): ConfigCheck {
  const [result, setResult] = useState<CheckedConfig | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const newest = useRef(0);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const checkNow = useCallback(() => {
    clearTimeout(timer.current);
    const content = latest.current();
    newest.current += 1;
    const number = newest.current;
    setProblem(null);
    if (content === undefined || content.trim() === '') {
      setResult(null);
      setChecking(false);
      return;
    }
    setChecking(true);
    const run = async () => {
      try {
        const found = await checkConfig(projectPath, { content, branch });
        if (number === newest.current) setResult(found);
      } catch (error) {
        if (number === newest.current) setProblem(messageOf(error));
      } finally {
        if (number === newest.current) setChecking(false);
      }
    };
    void run();
  }, [projectPath, branch]);
  const touch = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(checkNow, PAUSE_MS);
  }, [checkNow]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      newest.current += 1;
    },
    [],
  );
  return { result, isChecking, problem, touch, checkNow };
}
