import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogFooter } from '../ui/dialog.tsx';
import type { Navigator } from './navigator.ts';
import { checkSession } from './check-session.ts';
import { answerSignInAgain } from './sign-in-again.ts';

/**
 * Signing in happens in another tab, with two-factor or a single sign-on as it may be; this page, and what was typed on
 * it, stays. Coming back to this tab checks by itself.
 */
export default function SignInAgainDialog({ navigator }: { navigator: Navigator }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const hasLeft = useRef(false);

  const check = useCallback(async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const found = await checkSession(navigator);
      if (found === 'back') answerSignInAgain(true);
      else if (found === 'other-person')
        setProblem('Another user is signed in now. Sign in as the user who opened this page.');
      else setProblem('You are not signed in yet.');
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  }, [navigator]);

  useEffect(() => {
    const onFocus = (): void => {
      if (hasLeft.current) void check();
    };
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [check]);

  return (
    <Dialog
      open
      onOpenChange={() => answerSignInAgain(false)}
      title="Your session has ended"
      text="Sign in again to continue. Everything on this page is kept."
      width="sm"
    >
      {problem !== null && (
        <Banner tone="warning" live>
          {problem}
        </Banner>
      )}
      <DialogFooter>
        <Button busy={busy} onClick={() => void check()}>
          I have signed in
        </Button>
        <Button asChild variant="primary">
          <a href={shellPaths.signIn} target="_blank" rel="noopener" onClick={() => (hasLeft.current = true)}>
            Sign in
          </a>
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
