import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix' | 'icon'>) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="sm"
          icon={shown ? EyeOff : Eye}
          label={shown ? 'Hide password' : 'Show password'}
          pressed={shown}
          className="min-h-0! min-w-0!"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
