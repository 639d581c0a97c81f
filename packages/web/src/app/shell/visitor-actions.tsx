import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { Button } from '../../ui/button.tsx';
import { useNavigatorState, useShell } from '../navigation.tsx';

/** In place of the account menu for visitors: signing in leads back to this page. */
export default function VisitorActions() {
  const { instance } = useShell();
  const { address } = useNavigatorState();
  const back = address === '/' || address.startsWith('/users/') ? '' : `?redirect=${encodeURIComponent(address)}`;
  return (
    <>
      <Button asChild variant="ghost">
        <a href={shellPaths.signIn + back}>Sign in</a>
      </Button>
      {instance.signUpEnabled && (
        <Button asChild variant="primary">
          <a href={shellPaths.signUp}>Sign up</a>
        </Button>
      )}
    </>
  );
}
