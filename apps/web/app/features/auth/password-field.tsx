import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { usePlainPage } from '../../lib/plain-page.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const isPlain = usePlainPage() !== null;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        isPlain ? undefined : (
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label="Show password"
            aria-pressed={isShown}
            className="size-10 [@media(scripting:none)]:hidden"
            onClick={() => setIsShown(!isShown)}
          />
        )
      }
    />
  );
}
