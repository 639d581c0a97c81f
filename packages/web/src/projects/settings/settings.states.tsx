import type { ReactNode } from 'react';
import { Danger } from './danger-zone.tsx';
import { PathForm } from './path-form.tsx';
import { AvatarSection } from './avatar-section.tsx';

export const group = 'Settings of places';

export const states: Record<string, ReactNode> = {
  Picture: <AvatarSection kind="group" place={{ id: 3, name: 'River Works', avatarUrl: null }} />,
  Path: (
    <PathForm
      path="gate"
      prefix={`https://code.example.org/${'a-very-long-department/'.repeat(4)}`}
      hint="Old URLs redirect to the new one."
      onSave={async () => undefined}
    />
  ),
  'Hard to undo': (
    <Danger
      title="Delete project"
      hint="Deletes the project, its repository, issues and merge requests."
      action="Delete project"
      danger
      question={{ title: 'Delete river-works/gate?', action: 'Delete project', danger: true, typeToConfirm: 'gate' }}
      run={async () => undefined}
    />
  ),
};
