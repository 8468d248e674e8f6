import { Eye, EyeOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>;

/** What is typed can be looked at where `account-pages.ts` answers the button. */
export function PasswordField(props: PasswordFieldProps) {
  return (
    <TextField
      {...props}
      type="password"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <button
          type="button"
          data-shows-password=""
          aria-label="Show password"
          title="Show password"
          aria-pressed="false"
          className="group inline-flex size-10 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-primary-soft hover:text-ink [@media(scripting:none)]:hidden"
        >
          <Eye size={20} strokeWidth={1.75} aria-hidden="true" className="group-aria-pressed:hidden" />
          <EyeOff size={20} strokeWidth={1.75} aria-hidden="true" className="hidden group-aria-pressed:block" />
        </button>
      }
    />
  );
}

export function NewPasswordField(props: PasswordFieldProps) {
  return (
    <PasswordField
      hint="At least 10 characters. A few words you can remember are better than one you cannot."
      autoComplete="new-password"
      {...props}
    />
  );
}
