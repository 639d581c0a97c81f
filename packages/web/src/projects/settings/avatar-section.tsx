import { AVATAR_TYPES, MAX_AVATAR_BYTES } from '@tributary/contract/accounts/limits.ts';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limitText, imageProblem, imageTypeNames } from '../../accounts/model/image-problem.ts';
import { focusAfterChange } from '../../app/next-focus.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';

const LIMITS = { maxBytes: MAX_AVATAR_BYTES, types: AVATAR_TYPES };

export type AvatarSectionProps = {
  place: { id: number; name: string; avatarUrl: string | null };
  kind: 'project' | 'group';
};

type Chosen = { file: File; url: string };

/** The image of a project or group: chosen, looked at, and only then sent. */
export function AvatarSection({ place, kind }: AvatarSectionProps) {
  const path = `/api/v4/${kind}s/${place.id}/avatar`;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => () => URL.revokeObjectURL(chosen?.url ?? ''), [chosen]);

  const choose = (file: File | undefined): void => {
    if (input.current !== null) input.current.value = ''; // The same file may be chosen again after a change.
    if (file === undefined) return;
    const found = imageProblem(file, LIMITS);
    setProblem(found);
    setChosen(found === null ? { file, url: URL.createObjectURL(file) } : null);
  };
  const leave = (): void => focusAfterChange(() => setChosen(null), button);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      await reloadPage();
      leave();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const upload = (file: File) => {
    const form = new FormData();
    form.set('avatar', file);
    return run(() => api.put(path, { form }));
  };
  const remove = async (): Promise<void> => {
    const text = `The first letters of the ${kind}’s name are shown instead.`;
    if (await confirm({ title: 'Remove the avatar?', text, action: 'Remove', danger: true })) {
      await run(() => api.delete(path));
    }
  };
  return (
    <Section title="Avatar">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={place.name} id={place.id} src={chosen?.url ?? place.avatarUrl} size={72} square />
        <div className="flex min-w-48 flex-1 flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            {chosen === null ? (
              <>
                <Button ref={button} icon={ImageUp} onClick={() => input.current?.click()}>
                  Choose image
                </Button>
                {place.avatarUrl !== null && (
                  <Button icon={Trash2} busy={isBusy} onClick={() => void remove()}>
                    Remove
                  </Button>
                )}
              </>
            ) : (
              <>
                <Button variant="primary" busy={isBusy} onClick={() => void upload(chosen.file)}>
                  Use this image
                </Button>
                <Button onClick={leave}>Cancel</Button>
              </>
            )}
          </div>
          <p className="text-sm text-fg-muted">
            {`${imageTypeNames(AVATAR_TYPES)}, at most ${limitText(MAX_AVATAR_BYTES)}. Square images look best.`}
          </p>
          {problem !== null && (
            <p role="alert" className="text-sm text-failed">
              {problem}
            </p>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={AVATAR_TYPES.join(',')}
          aria-label={`Avatar of the ${kind}`}
          tabIndex={-1}
          hidden
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
    </Section>
  );
}
