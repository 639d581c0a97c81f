import type { ProfilePageData } from '@tributary/contract/accounts/page.ts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { updatePageData, updateShell } from '../../app/navigation.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { removeAvatar, uploadAvatar } from '../commands.ts';
import { limitText, imageProblem, imageTypeNames } from '../model/image-problem.ts';
import { ActionProblem, useActions } from './action-problem.tsx';

type Chosen = { file: File; url: string };

/** Shows the image everywhere at once: on this page and in the frame. */
function showPicture(avatarUrl: string | null): void {
  updatePageData<ProfilePageData>((data) => ({ ...data, user: { ...data.user, avatarUrl } }));
  updateShell((shell) => (shell.viewer === null ? shell : { ...shell, viewer: { ...shell.viewer, avatarUrl } }));
}

export type AvatarFormProps = { user: ProfilePageData['user']; limits: ProfilePageData['avatar'] };

/** The image: chosen, looked at in the sizes in which it will appear, and only then sent. */
export function AvatarForm({ user, limits }: AvatarFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const actions = useActions();
  const confirm = useConfirm();
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen]);

  const choose = (file: File | undefined): void => {
    if (input.current !== null) input.current.value = ''; // The same file may be chosen again after a change.
    if (file === undefined) return;
    const found = imageProblem(file, limits);
    setProblem(found);
    setChosen(found === null ? { file, url: URL.createObjectURL(file) } : null);
  };
  const leave = (): void => {
    setChosen(null);
    button.current?.focus();
  };
  const upload = async ({ file }: Chosen): Promise<void> => {
    const isDone = await actions.run('upload', async () => showPicture((await uploadAvatar(file)).avatarUrl));
    if (isDone) leave();
  };
  const remove = async (): Promise<void> => {
    const question = { title: 'Remove your avatar?', text: 'Your initials are shown instead.', action: 'Remove' };
    if (!(await confirm({ ...question, danger: true }))) return;
    await actions.run('remove', async () => {
      await removeAvatar();
      showPicture(null);
    });
    button.current?.focus();
  };
  const src = chosen?.url ?? user.avatarUrl;
  const hint = `${imageTypeNames(limits.types)}, up to ${limitText(limits.maxBytes)}. Square images look best.`;
  return (
    <Section title="Avatar">
      <ActionProblem actions={actions} className="mb-3" />
      <div className="flex flex-wrap items-center gap-4">
        <div className="flex items-end gap-3" role="img" aria-label={chosen === null ? 'Your avatar' : 'Preview'}>
          <Avatar name={user.name} id={user.id} src={src} size={72} />
          {chosen !== null && (
            <>
              <Avatar name={user.name} id={user.id} src={src} size={32} />
              <Avatar name={user.name} id={user.id} src={src} size={20} />
            </>
          )}
        </div>
        <div className="flex min-w-48 flex-1 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            {chosen === null ? (
              <>
                <Button ref={button} icon={ImageUp} onClick={() => input.current?.click()}>
                  Choose image
                </Button>
                {user.avatarUrl !== null && (
                  <Button icon={Trash2} busy={actions.busy === 'remove'} onClick={() => void remove()}>
                    Remove
                  </Button>
                )}
              </>
            ) : (
              <>
                <Button variant="primary" busy={actions.busy === 'upload'} onClick={() => void upload(chosen)}>
                  Save avatar
                </Button>
                <Button onClick={leave}>Cancel</Button>
              </>
            )}
          </div>
          <p className="text-sm text-fg-muted">{hint}</p>
          {problem !== null && (
            <p role="alert" className="text-sm text-failed">
              {problem}
            </p>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={limits.types.join(',')}
          aria-label="Avatar"
          tabIndex={-1}
          hidden
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
    </Section>
  );
}
