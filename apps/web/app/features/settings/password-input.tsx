import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** A password field with a button that shows the password. */
export function PasswordInput(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
